ALTER TABLE "user_settings" ADD COLUMN "look" text DEFAULT 'bold' NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "look" text;
--> statement-breakpoint
-- Whoever has slideshows already keeps their look.
insert into user_settings (user_id, look) select id, 'classic' from users on conflict (user_id) do update set look = 'classic';
--> statement-breakpoint
do $$
begin
  if exists (select from pg_roles where rolname = 'ninesixteen_app') then
    grant update (look) on user_settings to ninesixteen_app;
  end if;
end
$$;
