-- Where a person's queries run as the owner (no right to make the role), grants by column bind nobody: this binds all.
create function app_guard_plan() returns trigger
language plpgsql
as $$
begin
  if new.pro_plan is distinct from old.pro_plan and current_setting('app.system', true) is distinct from 'on' then
    raise exception 'pro_plan is set by billing and by the operator''s command only' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger user_settings_guard_plan before update on user_settings for each row execute function app_guard_plan();
