-- Who was here before keeps what they see; a new account follows the system.
ALTER TABLE "user_settings" ADD COLUMN "theme_follows_system" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "user_settings" ALTER COLUMN "theme_follows_system" SET DEFAULT true;
--> statement-breakpoint
do $$
begin
  if exists (select from pg_roles where rolname = 'ninesixteen_app') then
    grant update (theme_follows_system) on user_settings to ninesixteen_app;
  end if;
end
$$;
