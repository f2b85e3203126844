DROP INDEX "study_visits_by_key";--> statement-breakpoint
DROP INDEX "study_visits_newest_first";--> statement-breakpoint
CREATE INDEX "study_visits_newest_first" ON "study_visits" USING btree ("tenant_id","learner_id","section_id","plan_item_id","started_at" DESC NULLS FIRST,"visit_key");