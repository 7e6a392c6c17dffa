CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"template" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"address" text,
	"reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"cause" text NOT NULL,
	"post_id" uuid,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"href" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"seen_at" timestamp with time zone,
	"mailed_at" timestamp with time zone,
	"mail_id" uuid
);
--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "mail_failed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "mail_attention" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "mail_hand_over" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_post_id_scheduled_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."scheduled_posts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_mail_id_mails_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mails"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_user_id_created_at_index" ON "mails" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "mails_created_at_index" ON "mails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notices_user_id_created_at_index" ON "notices" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "notices_of_cause" ON "notices" USING btree ("user_id","cause","created_at");--> statement-breakpoint
CREATE INDEX "notices_unseen" ON "notices" USING btree ("user_id") WHERE seen_at is null;--> statement-breakpoint
CREATE INDEX "notices_post_id_index" ON "notices" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "notices_mail_id_index" ON "notices" USING btree ("mail_id");--> statement-breakpoint
CREATE INDEX "notices_created_at_index" ON "notices" USING btree ("created_at");
--> statement-breakpoint
select app_secure_table('mails');
--> statement-breakpoint
select app_secure_table('notices');
--> statement-breakpoint
-- Mails are the system's to send; a person may read of theirs. Which of them they want is theirs to say.
do $$
begin
  if exists (select from pg_roles where rolname = 'ninesixteen_app') then
    revoke insert, update, delete on mails from ninesixteen_app;
    grant update (mail_failed, mail_attention, mail_hand_over) on user_settings to ninesixteen_app;
  end if;
end
$$;
--> statement-breakpoint
-- Open pages hear of it, whichever process made the change. Who it was for is all that is said.
create function app_tell_of_notice() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('person_changed', json_build_object('userId', coalesce(new.user_id, old.user_id), 'what', 'notices')::text);
  return null;
end
$$;
--> statement-breakpoint
create trigger notices_tell after insert or delete or update of seen_at on notices
for each row execute function app_tell_of_notice();
