-- Where there are millions of posts the columns, and then the index, can be made before, without holding up writes: the statements with the same names,
-- the index by CREATE INDEX CONCURRENTLY.
ALTER TABLE "post_repeats" ADD COLUMN IF NOT EXISTS "request_digest" text;--> statement-breakpoint
ALTER TABLE "scheduled_posts" ADD COLUMN IF NOT EXISTS "video_digest" text;--> statement-breakpoint
ALTER TABLE "scheduled_posts" ADD COLUMN IF NOT EXISTS "request_digest" text;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "scheduled_posts_video" ON "scheduled_posts" USING btree ("user_id","video_digest") WHERE video_digest is not null;--> statement-breakpoint
-- By the database, so that a server of 0.2.0 that writes other slides leaves no digest of the ones before.
create function app_digest_video() returns trigger
language plpgsql
as $$
begin
  new.video_digest = md5(new.snapshot::text || coalesce(new.film::text, ''));
  return new;
end
$$;
--> statement-breakpoint
create trigger scheduled_posts_have_video_digests before insert or update of kind, snapshot, film on scheduled_posts
for each row when (new.kind = 'video') execute function app_digest_video();
