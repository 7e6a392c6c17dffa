-- Lists of slideshows follow other tabs and processes. Saves that change nothing in a list tell nothing.
create function app_tell_of_projects() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('person_changed', json_build_object('userId', coalesce(new.user_id, old.user_id), 'what', 'projects')::text);
  return null;
end
$$;
--> statement-breakpoint
create trigger projects_tell after insert or delete on projects for each row execute function app_tell_of_projects();
--> statement-breakpoint
create trigger projects_tell_of_update after update on projects for each row
when ((new.title, new.content_type, new.slide_count, new.status, new.company_id)
  is distinct from (old.title, old.content_type, old.slide_count, old.status, old.company_id))
execute function app_tell_of_projects();
