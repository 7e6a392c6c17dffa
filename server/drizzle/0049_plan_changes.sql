-- Open boards follow the planner, whichever process plans.
create function app_tell_of_content_plan() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('person_changed', json_build_object('userId', coalesce(new.user_id, old.user_id), 'what', 'posts')::text);
  return null;
end
$$;
--> statement-breakpoint
create trigger plan_slots_tell after insert or update or delete on plan_slots for each row execute function app_tell_of_content_plan();
--> statement-breakpoint
create trigger content_plans_tell after update on content_plans for each row
when ((new.state, new.reason) is distinct from (old.state, old.reason)) execute function app_tell_of_content_plan();
