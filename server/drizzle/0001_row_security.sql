-- The role a person's queries run under. Where the database's owner may not make roles, the queries stay the owner's,
-- and FORCE below still binds them.
do $$
begin
  if not exists (select from pg_roles where rolname = 'ninesixteen_app') then
    create role ninesixteen_app nologin nobypassrls;
  end if;
exception
  when insufficient_privilege then raise notice 'no right to make the role ninesixteen_app: row security binds the owner instead';
  when duplicate_object or unique_violation then null; -- another database of this server made it at the same moment
end
$$;
--> statement-breakpoint
do $$
begin
  if exists (select from pg_roles where rolname = 'ninesixteen_app') then
    if not pg_has_role(current_user, 'ninesixteen_app', 'member') then
      execute format('grant ninesixteen_app to %I', current_user);
    end if;
    execute format('grant usage on schema %I to ninesixteen_app', current_schema());
  end if;
exception
  when insufficient_privilege then raise notice 'no right to use the role ninesixteen_app';
end
$$;
--> statement-breakpoint
-- A row is visible to its person (app.user_id, set for one transaction) and to the system (app.system), and to nobody otherwise.
create function app_may_touch(owner text) returns boolean
language sql stable
as $$ select owner = nullif(current_setting('app.user_id', true), '') or current_setting('app.system', true) = 'on' $$;
--> statement-breakpoint
-- Puts the wall round a table and lets the application's role through its door. Later migrations call it for their tables.
create function app_secure_table(name text) returns void
language plpgsql
as $$
begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('create policy own_rows on %I using (app_may_touch(user_id)) with check (app_may_touch(user_id))', name);
  if exists (select from pg_roles where rolname = 'ninesixteen_app') then
    execute format('grant select, insert, update, delete on %I to ninesixteen_app', name);
  end if;
end
$$;
--> statement-breakpoint
select app_secure_table(table_name)
from information_schema.columns
where table_schema = current_schema() and column_name = 'user_id';
--> statement-breakpoint
-- Sign-in rows belong to the accounts library alone, and so does what a person pays for.
do $$
begin
  if exists (select from pg_roles where rolname = 'ninesixteen_app') then
    revoke all on sessions, accounts from ninesixteen_app;
    revoke update, delete on user_settings from ninesixteen_app;
    grant update (theme, default_content_style, auto_save, company_name, product_description, product_logo, updated_at) on user_settings to ninesixteen_app;
  end if;
end
$$;
--> statement-breakpoint
create policy no_own_plan on user_settings as restrictive for insert
with check (not pro_plan or current_setting('app.system', true) = 'on');
--> statement-breakpoint
create function app_make_user_settings() returns trigger
language plpgsql
as $$
begin
  insert into user_settings (user_id) values (new.id) on conflict do nothing;
  return new;
end
$$;
--> statement-breakpoint
create trigger users_make_settings after insert on users for each row execute function app_make_user_settings();
