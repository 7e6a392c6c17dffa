CREATE TABLE "demo_usage" (
	"day" date PRIMARY KEY NOT NULL,
	"tokens" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "demos" (
	"user_id" text PRIMARY KEY NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_shared" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "demos" ADD CONSTRAINT "demos_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "demos_ends_at_index" ON "demos" USING btree ("ends_at");--> statement-breakpoint
select app_secure_table('demos');
--> statement-breakpoint
-- Whether an account is a demo, and until when, is the system's to say: a person may only read it of their own.
do $$
begin
  if exists (select from pg_roles where rolname = 'ninesixteen_app') then
    revoke insert, update, delete on demos from ninesixteen_app;
    grant select, insert, update on demo_usage to ninesixteen_app;
  end if;
end
$$;
--> statement-breakpoint
create policy no_own_demo on demos as restrictive for insert with check (current_setting('app.system', true) = 'on');
--> statement-breakpoint
create policy no_own_end on demos as restrictive for update using (current_setting('app.system', true) = 'on');
--> statement-breakpoint
create policy no_own_deletion on demos as restrictive for delete using (current_setting('app.system', true) = 'on');
