CREATE TABLE "drawings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"work" text NOT NULL,
	"turn" bigint NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"worker" uuid,
	"tries" integer DEFAULT 0 NOT NULL,
	"path" text NOT NULL,
	"bytes" bigint,
	"failure" jsonb,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"wanted_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "processes" ADD COLUMN "draws" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "drawings" ADD CONSTRAINT "drawings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "drawings_user_id_index" ON "drawings" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "drawings_turn_asked_at_index" ON "drawings" USING btree ("turn","asked_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "drawings_wanted_until_index" ON "drawings" USING btree ("wanted_until");--> statement-breakpoint
select app_secure_table('drawings');
--> statement-breakpoint
-- Asked for and drawn by the system alone.
do $$
begin
  if exists (select from pg_roles where rolname = 'ninesixteen_app') then
    revoke all on drawings from ninesixteen_app;
  end if;
end
$$;
