-- What people deleted before its words went with it; first, since nobody waits for that, and whoever reads the tables below waits from there to the end.
UPDATE "notes" SET "text" = '', "moment" = NULL WHERE "deleted_at" IS NOT NULL AND ("text" <> '' OR "moment" IS NOT NULL);--> statement-breakpoint
DROP INDEX "question_labels_to_draw";--> statement-breakpoint
DROP INDEX "simulation_requests_by_id";
