ALTER TABLE "sound_tracks" DROP COLUMN "author";--> statement-breakpoint
ALTER TABLE "sound_tracks" DROP COLUMN "licence";--> statement-breakpoint
ALTER TABLE "sound_tracks" DROP COLUMN "address";