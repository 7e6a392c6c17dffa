DROP INDEX "media_items_user_id_created_at_index";--> statement-breakpoint
ALTER TABLE "media_items" ADD COLUMN "source_hash" text;--> statement-breakpoint
ALTER TABLE "media_items" ADD COLUMN "picture_hash" text;--> statement-breakpoint
CREATE INDEX "media_items_user_id_created_at_id_index" ON "media_items" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "media_items_one_picture" ON "media_items" USING btree ("user_id","picture_hash");--> statement-breakpoint
CREATE INDEX "media_items_user_id_source_hash_index" ON "media_items" USING btree ("user_id","source_hash");--> statement-breakpoint
CREATE INDEX "media_items_file_path_index" ON "media_items" USING btree ("file_path");