CREATE TABLE "instance_settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"used_at" timestamp with time zone,
	"used_by" text,
	"mail_id" uuid
);
--> statement-breakpoint
CREATE TABLE "operator_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"target" text,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_calls" (
	"provider" text PRIMARY KEY NOT NULL,
	"succeeded_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"failure" text
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "locked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "instance" ADD COLUMN "is_fresh" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "instance" ADD COLUMN "first_account" text;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_used_by_users_id_fk" FOREIGN KEY ("used_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_mail_id_mails_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mails"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invitations_email_index" ON "invitations" USING btree ("email");--> statement-breakpoint
CREATE INDEX "invitations_created_at_index" ON "invitations" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "invitations_used_by_index" ON "invitations" USING btree ("used_by");--> statement-breakpoint
CREATE INDEX "invitations_mail_id_index" ON "invitations" USING btree ("mail_id");--> statement-breakpoint
CREATE INDEX "operator_log_at_index" ON "operator_log" USING btree ("at");--> statement-breakpoint
ALTER TABLE "instance" ADD CONSTRAINT "instance_first_account_users_id_fk" FOREIGN KEY ("first_account") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
-- An instance that has accounts is not fresh: nobody comes to run it by being the next.
update instance set is_fresh = false where exists (
  select from accounts a where a.provider_id = 'credential' and not exists (select from demos d where d.user_id = a.user_id)
);
--> statement-breakpoint
-- Of first accounts made at the same moment one is the first: the others wait for its row and find it taken.
create function app_note_first_account() returns trigger
language plpgsql
as $$
begin
  update instance set is_fresh = false, first_account = new.user_id where is_fresh;
  return null;
end
$$;
--> statement-breakpoint
create trigger accounts_note_first after insert on accounts
for each row when (new.provider_id = 'credential') execute function app_note_first_account();
--> statement-breakpoint
-- An invitation is used with the account of its address, in the same transaction, by whatever way the account comes to be.
create function app_use_invitation() returns trigger
language plpgsql
as $$
begin
  update invitations set used_at = now(), used_by = new.id
  where email = lower(new.email) and used_at is null and revoked_at is null and expires_at > now();
  return null;
end
$$;
--> statement-breakpoint
create trigger users_use_invitation after insert or update of email on users
for each row execute function app_use_invitation();
--> statement-breakpoint
create function app_tell_of_settings() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('settings_changed', '');
  return null;
end
$$;
--> statement-breakpoint
create trigger instance_settings_tell after insert or update or delete on instance_settings
for each statement execute function app_tell_of_settings();
--> statement-breakpoint
-- What operators did is added to and never changed, by whatever role. It names people by ids: nothing of theirs has to be taken out of it.
create function app_refuse_change() returns trigger
language plpgsql
as $$
begin
  raise exception 'the log of operators is only added to' using errcode = 'insufficient_privilege';
end
$$;
--> statement-breakpoint
create trigger operator_log_only_added before update or delete on operator_log for each row execute function app_refuse_change();
--> statement-breakpoint
create trigger operator_log_not_emptied before truncate on operator_log for each statement execute function app_refuse_change();
