CREATE TABLE "rank_chunks" (
	"tenant_id" bigint NOT NULL,
	"metric" text NOT NULL,
	"scope" text NOT NULL,
	"scope_id" bigint DEFAULT 0 NOT NULL,
	"bucket" integer NOT NULL,
	"from_value" bigint NOT NULL,
	"from_learner_id" bigint DEFAULT 0 NOT NULL,
	"learners" integer NOT NULL,
	CONSTRAINT "rank_chunks_pk" PRIMARY KEY("tenant_id","metric","scope","scope_id","bucket","from_value","from_learner_id")
);
