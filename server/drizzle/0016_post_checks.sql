ALTER TABLE "scheduled_posts" ADD COLUMN "room" integer GENERATED ALWAYS AS (octet_length(snapshot::text)) STORED;--> statement-breakpoint
ALTER TABLE "scheduled_posts" ADD COLUMN "checked_for" timestamp with time zone;
--> statement-breakpoint
-- The slides that posts keep count like those of slideshows.
insert into room_usage (user_id, bytes)
select user_id, sum(room) from scheduled_posts group by user_id
on conflict (user_id) do update set bytes = room_usage.bytes + excluded.bytes;
--> statement-breakpoint
create trigger count_room_of_new after insert on scheduled_posts referencing new table as after_rows
for each statement execute function app_count_room();
--> statement-breakpoint
create trigger count_room_of_gone after delete on scheduled_posts referencing old table as before_rows
for each statement execute function app_count_room();
--> statement-breakpoint
-- A post is written at every step of its way, and its slides hardly ever.
create function app_count_room_of_post() returns trigger
language plpgsql
as $$
begin
  insert into room_usage (user_id, bytes) values (new.user_id, new.room - old.room)
  on conflict (user_id) do update set bytes = room_usage.bytes + excluded.bytes;
  return null;
end
$$;
--> statement-breakpoint
create trigger count_room_of_changed after update on scheduled_posts for each row
when (new.room is distinct from old.room) execute function app_count_room_of_post();
