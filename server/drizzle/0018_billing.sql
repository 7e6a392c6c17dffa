CREATE TABLE "billing_checkouts" (
	"user_id" text PRIMARY KEY NOT NULL,
	"number" integer DEFAULT 1 NOT NULL,
	"price_id" text NOT NULL,
	"session_id" text,
	"url" text,
	"expires_at" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_customers" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"email" text,
	"forgotten_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	"withdrawn_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_events" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"type" text NOT NULL,
	"customer_id" text,
	"subscription_id" text,
	"amount" integer,
	"currency" text,
	"happened_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_price_changes" (
	"from_price" text PRIMARY KEY NOT NULL,
	"to_price" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_prices" (
	"id" text PRIMARY KEY NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"read_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"user_id" text,
	"status" text,
	"is_paid" boolean DEFAULT false NOT NULL,
	"item_id" text,
	"price_id" text,
	"amount" integer,
	"currency" text,
	"period_start" timestamp with time zone,
	"period_end" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"as_of" timestamp with time zone,
	"weight" integer DEFAULT 0 NOT NULL,
	"event_id" text DEFAULT '' NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL,
	"read_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_told" (
	"user_id" text NOT NULL,
	"what" text NOT NULL,
	"told_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "billing_told_user_id_what_pk" PRIMARY KEY("user_id","what")
);
--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "plan_granted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_checkouts" ADD CONSTRAINT "billing_checkouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_customers" ADD CONSTRAINT "billing_customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_events" ADD CONSTRAINT "billing_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_subscriptions" ADD CONSTRAINT "billing_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_told" ADD CONSTRAINT "billing_told_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "billing_customers_user_id_index" ON "billing_customers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "billing_events_user_id_index" ON "billing_events" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "billing_events_customer_id_index" ON "billing_events" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "billing_events_created_at_index" ON "billing_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "billing_subscriptions_customer_id_index" ON "billing_subscriptions" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "billing_subscriptions_user_id_index" ON "billing_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "billing_subscriptions_status_period_end_index" ON "billing_subscriptions" USING btree ("status","period_end");--> statement-breakpoint
select app_secure_table('billing_customers');
--> statement-breakpoint
select app_secure_table('billing_subscriptions');
--> statement-breakpoint
select app_secure_table('billing_events');
--> statement-breakpoint
select app_secure_table('billing_checkouts');
--> statement-breakpoint
select app_secure_table('billing_told');
--> statement-breakpoint
-- What was paid is the system's to write, and to read: a person's own queries have no use for it.
do $$
begin
  if exists (select from pg_roles where rolname = 'ninesixteen_app') then
    revoke all on billing_customers, billing_subscriptions, billing_events, billing_checkouts, billing_told from ninesixteen_app;
  end if;
end
$$;
--> statement-breakpoint
-- Whoever has the plan today was given it by the operator. A demo has it as long as it is one.
update user_settings set plan_granted = true where pro_plan and user_id not in (select user_id from demos);
--> statement-breakpoint
-- As with the plan itself, where a person's queries run as the owner.
create or replace function app_guard_plan() returns trigger
language plpgsql
as $$
begin
  if (new.pro_plan, new.plan_granted) is distinct from (old.pro_plan, old.plan_granted)
    and current_setting('app.system', true) is distinct from 'on' then
    raise exception 'pro_plan is set by billing and by the operator''s command only' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
--> statement-breakpoint
create policy no_own_grant on user_settings as restrictive for insert
with check (not plan_granted or current_setting('app.system', true) = 'on');
--> statement-breakpoint
-- Open pages hear of it, whoever changed it.
create function app_tell_of_plan() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('person_changed', json_build_object('userId', new.user_id, 'what', 'plan')::text);
  return null;
end
$$;
--> statement-breakpoint
create trigger user_settings_tell_of_plan after update on user_settings for each row
when (new.pro_plan is distinct from old.pro_plan) execute function app_tell_of_plan();
