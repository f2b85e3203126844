DROP INDEX "question_labels_to_draw";--> statement-breakpoint
DROP INDEX "simulation_requests_by_id";--> statement-breakpoint
-- What people deleted before its words went with it.
UPDATE "notes" SET "text" = '', "moment" = NULL WHERE "deleted_at" IS NOT NULL AND ("text" <> '' OR "moment" IS NOT NULL);