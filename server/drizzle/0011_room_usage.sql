CREATE TABLE "room_usage" (
	"user_id" text PRIMARY KEY NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "custom_modes" ADD COLUMN "room" integer GENERATED ALWAYS AS (octet_length(slides::text)) STORED;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "room" integer GENERATED ALWAYS AS (case when state = 'deleting' then 0 else greatest(bytes, 262144) end) STORED;--> statement-breakpoint
ALTER TABLE "project_versions" ADD COLUMN "room" integer GENERATED ALWAYS AS (octet_length(slides::text)) STORED;--> statement-breakpoint
ALTER TABLE "slides" ADD COLUMN "room" integer GENERATED ALWAYS AS (octet_length(data::text)) STORED;--> statement-breakpoint
ALTER TABLE "room_usage" ADD CONSTRAINT "room_usage_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
select app_secure_table('room_usage');
--> statement-breakpoint
-- What is there already.
insert into room_usage (user_id, bytes)
select user_id, sum(room) from (
  select user_id, room from files
  union all select user_id, room from slides
  union all select user_id, room from project_versions
  union all select user_id, room from custom_modes
) kept group by user_id;
--> statement-breakpoint
-- Adds up what a statement changed, person by person in one order, so that two of them never wait for each other.
create function app_count_room() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    insert into room_usage (user_id, bytes)
    select user_id, sum(room) from after_rows group by user_id order by user_id
    on conflict (user_id) do update set bytes = room_usage.bytes + excluded.bytes;
  elsif tg_op = 'UPDATE' then
    insert into room_usage (user_id, bytes)
    select user_id, sum(room) from (
      select user_id, room from after_rows union all select user_id, -room from before_rows
    ) changed group by user_id having sum(room) <> 0 order by user_id
    on conflict (user_id) do update set bytes = room_usage.bytes + excluded.bytes;
  else
    -- Nothing is left of it where the account itself goes.
    perform 1 from room_usage where user_id in (select user_id from before_rows) order by user_id for update;
    update room_usage set bytes = room_usage.bytes - gone.room
    from (select user_id, sum(room) as room from before_rows group by user_id) gone where gone.user_id = room_usage.user_id;
  end if;
  return null;
end
$$;
--> statement-breakpoint
do $$
declare
  name text;
begin
  foreach name in array array['files', 'slides', 'project_versions', 'custom_modes'] loop
    execute format('create trigger count_room_of_new after insert on %I referencing new table as after_rows for each statement execute function app_count_room()', name);
    execute format('create trigger count_room_of_changed after update on %I referencing old table as before_rows new table as after_rows for each statement execute function app_count_room()', name);
    execute format('create trigger count_room_of_gone after delete on %I referencing old table as before_rows for each statement execute function app_count_room()', name);
  end loop;
end
$$;
