ALTER TABLE "user_settings" ADD COLUMN "starter_photos" boolean DEFAULT true NOT NULL;
--> statement-breakpoint
do $$
begin
  if exists (select from pg_roles where rolname = 'ninesixteen_app') then
    grant update (starter_photos) on user_settings to ninesixteen_app;
  end if;
end
$$;
