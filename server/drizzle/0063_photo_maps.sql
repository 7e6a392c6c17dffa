CREATE TABLE "photo_maps" (
	"path" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"map" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "photo_maps" ADD CONSTRAINT "photo_maps_path_files_path_fk" FOREIGN KEY ("path") REFERENCES "public"."files"("path") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo_maps" ADD CONSTRAINT "photo_maps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "photo_maps_user_id_index" ON "photo_maps" USING btree ("user_id");--> statement-breakpoint
select app_secure_table('photo_maps');
