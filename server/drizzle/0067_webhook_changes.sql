-- Pages follow the deliveries of their user's webhooks.
create function app_tell_of_webhooks() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('person_changed', json_build_object('userId', coalesce(new.user_id, old.user_id), 'what', 'webhooks')::text);
  return null;
end
$$;
--> statement-breakpoint
create trigger webhook_deliveries_tell after insert on webhook_deliveries for each row execute function app_tell_of_webhooks();
--> statement-breakpoint
create trigger webhook_deliveries_tell_of_update after update on webhook_deliveries for each row
when ((new.state, new.attempts, new.next_at) is distinct from (old.state, old.attempts, old.next_at))
execute function app_tell_of_webhooks();
