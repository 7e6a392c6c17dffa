CREATE TABLE "project_sounds" (
	"project_id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"track_id" uuid NOT NULL,
	"cut" jsonb NOT NULL,
	"on_beats" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sound_tracks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"file_path" text NOT NULL,
	"seconds" double precision NOT NULL,
	"bpm" double precision,
	"beat_offset" double precision DEFAULT 0 NOT NULL,
	"author" text,
	"licence" text,
	"address" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "project_sounds" ADD CONSTRAINT "project_sounds_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_sounds" ADD CONSTRAINT "project_sounds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_sounds" ADD CONSTRAINT "project_sounds_track_id_sound_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."sound_tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sound_tracks" ADD CONSTRAINT "sound_tracks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sound_tracks" ADD CONSTRAINT "sound_tracks_file_path_files_path_fk" FOREIGN KEY ("file_path") REFERENCES "public"."files"("path") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "project_sounds_user_id_index" ON "project_sounds" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "project_sounds_track_id_index" ON "project_sounds" USING btree ("track_id");--> statement-breakpoint
CREATE INDEX "sound_tracks_user_id_created_at_index" ON "sound_tracks" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "sound_tracks_file_path_index" ON "sound_tracks" USING btree ("file_path");--> statement-breakpoint
select app_secure_table(name) from unnest(array['sound_tracks', 'project_sounds']) as name;
