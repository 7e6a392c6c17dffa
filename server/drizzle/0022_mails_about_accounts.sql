CREATE TABLE "email_changes" (
	"user_id" text PRIMARY KEY NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"approved_at" timestamp with time zone,
	"confirmed_at" timestamp with time zone,
	"session_id" text,
	"keep_name" text,
	"keep_hash" text,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "awaits_confirmation" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "data" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "own_address" text;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "email_changes_expires_at_index" ON "email_changes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "mails_address_index" ON "mails" USING btree ("address");--> statement-breakpoint
CREATE INDEX "mails_own_address_index" ON "mails" USING btree ("own_address");
--> statement-breakpoint
select app_secure_table('email_changes');
--> statement-breakpoint
-- An address is what one signs in with: as with sessions, people's queries have nothing to do with it.
do $$
begin
  if exists (select from pg_roles where rolname = 'ninesixteen_app') then
    revoke all on email_changes from ninesixteen_app;
  end if;
end
$$;
