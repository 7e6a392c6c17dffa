-- Videos of the same slides in two formats are two videos. Posts in 9:16 keep the digests they have.
create or replace function app_digest_video() returns trigger
language plpgsql
as $$
begin
  new.video_digest = md5(new.snapshot::text || coalesce(new.film::text, '') || coalesce(new.options->>'format', ''));
  return new;
end
$$;
--> statement-breakpoint
drop trigger scheduled_posts_have_video_digests on scheduled_posts;
--> statement-breakpoint
create trigger scheduled_posts_have_video_digests before insert or update of kind, snapshot, film, options on scheduled_posts
for each row when (new.kind = 'video') execute function app_digest_video();
