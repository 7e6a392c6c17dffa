-- Lists of accounts follow other tabs and processes. A new token tells nothing.
create function app_tell_of_accounts() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('person_changed', json_build_object('userId', coalesce(new.user_id, old.user_id), 'what', 'accounts')::text);
  return null;
end
$$;
--> statement-breakpoint
create trigger social_accounts_tell after insert or delete on social_accounts for each row execute function app_tell_of_accounts();
--> statement-breakpoint
create trigger social_accounts_tell_of_update after update on social_accounts for each row
when ((new.username, new.display_name, new.avatar_url, new.scopes, new.state)
  is distinct from (old.username, old.display_name, old.avatar_url, old.scopes, old.state))
execute function app_tell_of_accounts();
