-- Where there are millions of posts the column can be made before, without holding up writes: the statement with the same name.
ALTER TABLE "scheduled_posts" ADD COLUMN IF NOT EXISTS "waits_for" text;--> statement-breakpoint
ALTER TABLE "scheduled_posts" ADD CONSTRAINT "scheduled_posts_waits_for" CHECK (waits_for in ('video', 'slides', 'account', 'plan', 'rate-limit', 'retry', 'platform', 'user')) NOT VALID;--> statement-breakpoint
-- Servers of 0.2.0 write only the sentence that they show. Until they are gone, the texts of server/src/posts/waiting-details.ts stay as they are here.
create function app_waits_for(detail text) returns text
language sql immutable
as $$
  select case
    when detail = 'Making the video.' then 'video'
    when detail = 'Making the pictures.' then 'slides'
    when detail = 'Held: your Pro plan has ended. It goes out when you have Pro again.' then 'plan'
    when detail like 'Waits: connect %' then 'account'
  end
$$;
--> statement-breakpoint
-- A statement that names waits_for was written by a later server. It is marked here, and the mark is taken off by the trigger below, which fires after
-- this one because triggers fire in the order of their names.
create function app_mark_waits_for() returns trigger
language plpgsql
as $$
begin
  new.waits_for = '=' || coalesce(new.waits_for, '');
  return new;
end
$$;
--> statement-breakpoint
create function app_derive_waits_for() returns trigger
language plpgsql
as $$
begin
  if new.waits_for like '=%' then
    new.waits_for = nullif(substr(new.waits_for, 2), '');
  else
    new.waits_for = app_waits_for(new.detail);
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger scheduled_posts_waits_for_1 before update of waits_for on scheduled_posts
for each row execute function app_mark_waits_for();
--> statement-breakpoint
create trigger scheduled_posts_waits_for_2 before update of waits_for, detail on scheduled_posts
for each row execute function app_derive_waits_for();
--> statement-breakpoint
create trigger scheduled_posts_waits_for_new before insert on scheduled_posts
for each row when (new.waits_for is null and new.detail is not null) execute function app_derive_waits_for();
--> statement-breakpoint
update scheduled_posts set waits_for = app_waits_for(detail) where status = 'pending' and app_waits_for(detail) is not null;
