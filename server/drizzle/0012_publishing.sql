CREATE TABLE "post_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "post_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"post_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"kind" text NOT NULL,
	"text" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "post_media" (
	"user_id" text NOT NULL,
	"post_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"path" text NOT NULL,
	"mime_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"sha256" text NOT NULL,
	CONSTRAINT "post_media_post_id_position_pk" PRIMARY KEY("post_id","position")
);
--> statement-breakpoint
CREATE TABLE "publish_lanes" (
	"user_id" text NOT NULL,
	"platform" text NOT NULL,
	"account_id" text NOT NULL,
	"lease_until" timestamp with time zone,
	"worker" text,
	"fence" bigint DEFAULT 0 NOT NULL,
	"paused_until" timestamp with time zone,
	"held_since" timestamp with time zone,
	"starts" timestamp with time zone[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "publish_lanes_user_id_platform_account_id_pk" PRIMARY KEY("user_id","platform","account_id")
);
--> statement-breakpoint
CREATE TABLE "publish_workers" (
	"id" text PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"beat_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pull_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"attempt_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"path" text NOT NULL,
	"mime_type" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"fetched_at" timestamp with time zone,
	"fenced_at" timestamp with time zone
);
--> statement-breakpoint
DROP INDEX "scheduled_posts_due";--> statement-breakpoint
ALTER TABLE "scheduled_posts" ALTER COLUMN "scheduled_time" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "publish_attempts" ADD COLUMN "marker" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "publish_attempts" ADD COLUMN "resume" jsonb;--> statement-breakpoint
ALTER TABLE "publish_attempts" ADD COLUMN "code" text;--> statement-breakpoint
ALTER TABLE "publish_attempts" ADD COLUMN "message" text;--> statement-breakpoint
ALTER TABLE "publish_attempts" ADD COLUMN "worker" text;--> statement-breakpoint
ALTER TABLE "scheduled_posts" ADD COLUMN "project_version" integer;--> statement-breakpoint
ALTER TABLE "scheduled_posts" ADD COLUMN "company_id" uuid;--> statement-breakpoint
ALTER TABLE "scheduled_posts" ADD COLUMN "kind" text DEFAULT 'slides' NOT NULL;--> statement-breakpoint
ALTER TABLE "scheduled_posts" ADD COLUMN "time_zone" text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE "scheduled_posts" ADD COLUMN "error_code" text;--> statement-breakpoint
ALTER TABLE "scheduled_posts" ADD COLUMN "fix_href" text;--> statement-breakpoint
ALTER TABLE "scheduled_posts" ADD COLUMN "detail" text;--> statement-breakpoint
ALTER TABLE "scheduled_posts" ADD COLUMN "film" jsonb;--> statement-breakpoint
ALTER TABLE "scheduled_posts" ADD COLUMN "request_id" uuid;--> statement-breakpoint
ALTER TABLE "scheduled_posts" ADD COLUMN "repeat_id" uuid;--> statement-breakpoint
ALTER TABLE "scheduled_posts" ADD COLUMN "occurrence_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "scheduled_posts" ADD COLUMN "next_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "scheduled_posts" ADD COLUMN "fence" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "scheduled_posts" ADD COLUMN "losses" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "scheduled_posts" ADD COLUMN "remote_id" text;--> statement-breakpoint
ALTER TABLE "scheduled_posts" ADD COLUMN "remote_url" text;--> statement-breakpoint
ALTER TABLE "post_events" ADD CONSTRAINT "post_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_events" ADD CONSTRAINT "post_events_post_id_scheduled_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."scheduled_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_media" ADD CONSTRAINT "post_media_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_media" ADD CONSTRAINT "post_media_post_id_scheduled_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."scheduled_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_media" ADD CONSTRAINT "post_media_path_files_path_fk" FOREIGN KEY ("path") REFERENCES "public"."files"("path") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publish_lanes" ADD CONSTRAINT "publish_lanes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pull_links" ADD CONSTRAINT "pull_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pull_links" ADD CONSTRAINT "pull_links_attempt_id_publish_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."publish_attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "post_events_post_id_id_index" ON "post_events" USING btree ("post_id","id");--> statement-breakpoint
CREATE INDEX "post_events_user_id_index" ON "post_events" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "post_media_user_id_sha256_index" ON "post_media" USING btree ("user_id","sha256");--> statement-breakpoint
CREATE INDEX "post_media_path_index" ON "post_media" USING btree ("path");--> statement-breakpoint
CREATE INDEX "pull_links_attempt_id_index" ON "pull_links" USING btree ("attempt_id");--> statement-breakpoint
CREATE INDEX "pull_links_user_id_index" ON "pull_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "pull_links_expires_at_index" ON "pull_links" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "scheduled_posts" ADD CONSTRAINT "scheduled_posts_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scheduled_posts_project_id_index" ON "scheduled_posts" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "scheduled_posts_remote" ON "scheduled_posts" USING btree ("platform","remote_id") WHERE remote_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "scheduled_posts_one_request" ON "scheduled_posts" USING btree ("user_id","request_id","platform","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "scheduled_posts_one_occurrence" ON "scheduled_posts" USING btree ("repeat_id","platform","account_id","occurrence_at");--> statement-breakpoint
CREATE INDEX "scheduled_posts_due" ON "scheduled_posts" USING btree ("platform","next_at") WHERE next_at is not null;--> statement-breakpoint
select app_secure_table(name) from unnest(array['post_events', 'post_media', 'publish_lanes', 'pull_links']) as name;
--> statement-breakpoint
-- Every account that something is posted to has its lane.
create function app_make_publish_lane() returns trigger
language plpgsql
as $$
begin
  insert into publish_lanes (user_id, platform, account_id) values (new.user_id, new.platform, new.account_id) on conflict do nothing;
  return null;
end
$$;
--> statement-breakpoint
create trigger scheduled_posts_have_lanes after insert or update of platform, account_id on scheduled_posts
for each row execute function app_make_publish_lane();
--> statement-breakpoint
-- Open pages and sleeping workers hear of it, whichever process made the change. Who it was for is all that is said.
create function app_tell_of_post() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('person_changed', json_build_object('userId', coalesce(new.user_id, old.user_id), 'what', 'posts')::text);
  if new.next_at is not null then
    perform pg_notify('posts_due', '');
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger scheduled_posts_tell after insert or delete on scheduled_posts for each row execute function app_tell_of_post();
--> statement-breakpoint
-- A lease that is renewed is nobody's news.
create trigger scheduled_posts_tell_of_change after update on scheduled_posts for each row
when ((new.status, new.delivery, new.scheduled_time, new.next_at, new.caption, new.description, new.options, new.detail, new.remote_url)
  is distinct from (old.status, old.delivery, old.scheduled_time, old.next_at, old.caption, old.description, old.options, old.detail, old.remote_url))
execute function app_tell_of_post();
--> statement-breakpoint
-- What was scheduled before posts were published goes on from its time.
update scheduled_posts set next_at = scheduled_time where status = 'pending';
