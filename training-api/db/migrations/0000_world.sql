CREATE TABLE "answer_receipts" (
	"tenant_id" bigint NOT NULL,
	"attempt_id" bigint NOT NULL,
	"link" integer NOT NULL,
	"operation_id" text NOT NULL,
	"question_id" bigint NOT NULL,
	"answer_hash" text NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "answer_receipts_tenant_id_attempt_id_link_pk" PRIMARY KEY("tenant_id","attempt_id","link")
);
--> statement-breakpoint
CREATE TABLE "attempt_answers" (
	"tenant_id" bigint NOT NULL,
	"attempt_id" bigint NOT NULL,
	"question_id" bigint NOT NULL,
	"option_ids" text NOT NULL,
	"operation_id" text,
	"seq" bigint DEFAULT 0 NOT NULL,
	"epoch" integer DEFAULT 1 NOT NULL,
	"late" boolean DEFAULT false NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	"correct" boolean,
	"score" double precision,
	CONSTRAINT "attempt_answers_tenant_id_attempt_id_question_id_pk" PRIMARY KEY("tenant_id","attempt_id","question_id")
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"tenant_id" bigint NOT NULL,
	"attempt_id" bigint NOT NULL,
	"answer_id" bigint NOT NULL,
	"learner_id" bigint NOT NULL,
	"exam_id" bigint NOT NULL,
	"place_id" bigint DEFAULT 0 NOT NULL,
	"plan_item_id" bigint DEFAULT 0 NOT NULL,
	"paper_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"status" text NOT NULL,
	"epoch" integer DEFAULT 1 NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"deadline_at" timestamp with time zone NOT NULL,
	"submitted_at" timestamp with time zone,
	"submitted_by" text,
	"used_ms" bigint,
	"score" double precision,
	"passed" boolean,
	"correct_count" integer,
	"accuracy" double precision,
	"switch_count" integer DEFAULT 0 NOT NULL,
	"switch_seconds" integer DEFAULT 0 NOT NULL,
	"switch_exhausted_at" timestamp with time zone,
	"simulation_result_id" bigint,
	"receipt_head" text,
	CONSTRAINT "attempts_tenant_id_attempt_id_pk" PRIMARY KEY("tenant_id","attempt_id")
);
--> statement-breakpoint
CREATE TABLE "practical_details" (
	"tenant_id" bigint NOT NULL,
	"attempt_id" bigint NOT NULL,
	"group_id" bigint NOT NULL,
	"detail_id" bigint NOT NULL,
	"learner_id" bigint NOT NULL,
	"score" double precision,
	"passed" boolean,
	"attempt_number" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	"used_ms" bigint NOT NULL,
	"video_url" text,
	"reviewer_name" text,
	"reviewed_at" timestamp with time zone,
	"score_rows" jsonb NOT NULL,
	"comments" jsonb NOT NULL,
	"parameters" jsonb NOT NULL,
	CONSTRAINT "practical_details_tenant_id_attempt_id_group_id_pk" PRIMARY KEY("tenant_id","attempt_id","group_id")
);
--> statement-breakpoint
CREATE TABLE "screen_switches" (
	"tenant_id" bigint NOT NULL,
	"attempt_id" bigint NOT NULL,
	"switch_id" bigint NOT NULL,
	"away_seconds" integer NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "screen_switches_tenant_id_attempt_id_switch_id_pk" PRIMARY KEY("tenant_id","attempt_id","switch_id")
);
--> statement-breakpoint
CREATE TABLE "certificate_templates" (
	"tenant_id" bigint NOT NULL,
	"template_id" bigint NOT NULL,
	"name" text NOT NULL,
	"layout" text NOT NULL,
	"validity" text NOT NULL,
	"months" integer,
	"valid_until" timestamp with time zone,
	"issuer" text NOT NULL,
	"logo_url" text NOT NULL,
	"number_prefix" text NOT NULL,
	CONSTRAINT "certificate_templates_tenant_id_template_id_pk" PRIMARY KEY("tenant_id","template_id")
);
--> statement-breakpoint
CREATE TABLE "certificates" (
	"tenant_id" bigint NOT NULL,
	"certificate_id" bigint NOT NULL,
	"learner_id" bigint NOT NULL,
	"content_kind" text NOT NULL,
	"content_id" bigint NOT NULL,
	"name" text NOT NULL,
	"layout" text NOT NULL,
	"validity" text NOT NULL,
	"months" integer,
	"valid_until" timestamp with time zone,
	"issuer" text NOT NULL,
	"logo_url" text NOT NULL,
	"learner_name" text NOT NULL,
	"work_number" text,
	"number" text NOT NULL,
	"check_code" text NOT NULL,
	"obtained_at" timestamp with time zone NOT NULL,
	CONSTRAINT "certificates_tenant_id_certificate_id_pk" PRIMARY KEY("tenant_id","certificate_id")
);
--> statement-breakpoint
CREATE TABLE "class_members" (
	"tenant_id" bigint NOT NULL,
	"class_id" bigint NOT NULL,
	"learner_id" bigint NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	CONSTRAINT "class_members_tenant_id_class_id_learner_id_pk" PRIMARY KEY("tenant_id","class_id","learner_id")
);
--> statement-breakpoint
CREATE TABLE "school_classes" (
	"tenant_id" bigint NOT NULL,
	"class_id" bigint NOT NULL,
	"name" text NOT NULL,
	"teacher_names" text NOT NULL,
	"member_count" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "school_classes_tenant_id_class_id_pk" PRIMARY KEY("tenant_id","class_id")
);
--> statement-breakpoint
CREATE TABLE "chapters" (
	"tenant_id" bigint NOT NULL,
	"chapter_id" bigint NOT NULL,
	"course_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "chapters_tenant_id_chapter_id_pk" PRIMARY KEY("tenant_id","chapter_id")
);
--> statement-breakpoint
CREATE TABLE "content_tags" (
	"tenant_id" bigint NOT NULL,
	"content_kind" text NOT NULL,
	"content_id" bigint NOT NULL,
	"value_id" bigint NOT NULL,
	CONSTRAINT "content_tags_tenant_id_content_kind_content_id_value_id_pk" PRIMARY KEY("tenant_id","content_kind","content_id","value_id")
);
--> statement-breakpoint
CREATE TABLE "content_totals" (
	"tenant_id" bigint NOT NULL,
	"content_kind" text NOT NULL,
	"content_id" bigint NOT NULL,
	"join_count" integer DEFAULT 0 NOT NULL,
	"stars_1" integer DEFAULT 0 NOT NULL,
	"stars_2" integer DEFAULT 0 NOT NULL,
	"stars_3" integer DEFAULT 0 NOT NULL,
	"stars_4" integer DEFAULT 0 NOT NULL,
	"stars_5" integer DEFAULT 0 NOT NULL,
	"rating" double precision DEFAULT 0 NOT NULL,
	CONSTRAINT "content_totals_tenant_id_content_kind_content_id_pk" PRIMARY KEY("tenant_id","content_kind","content_id")
);
--> statement-breakpoint
CREATE TABLE "courses" (
	"tenant_id" bigint NOT NULL,
	"course_id" bigint NOT NULL,
	"title" text NOT NULL,
	"title_en" text,
	"title_ja" text,
	"introduction" text NOT NULL,
	"cover_url" text NOT NULL,
	"cover_kind" text DEFAULT 'plain' NOT NULL,
	"one_title" text,
	"two_title" text,
	"study_hours" double precision NOT NULL,
	"credits" double precision NOT NULL,
	"teacher_name" text NOT NULL,
	"company_id" bigint,
	"company_name" text NOT NULL,
	"sequential" boolean DEFAULT false NOT NULL,
	"forbidden" boolean DEFAULT false NOT NULL,
	"access_refusal" text,
	"certificate_template_id" bigint,
	"section_count" integer NOT NULL,
	"released_at" timestamp with time zone NOT NULL,
	CONSTRAINT "courses_tenant_id_course_id_pk" PRIMARY KEY("tenant_id","course_id")
);
--> statement-breakpoint
CREATE TABLE "resources" (
	"tenant_id" bigint NOT NULL,
	"resource_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"url" text NOT NULL,
	"captions" jsonb NOT NULL,
	"package_url" text,
	"standard" text,
	"length" integer,
	CONSTRAINT "resources_tenant_id_resource_id_pk" PRIMARY KEY("tenant_id","resource_id")
);
--> statement-breakpoint
CREATE TABLE "sections" (
	"tenant_id" bigint NOT NULL,
	"section_id" bigint NOT NULL,
	"course_id" bigint NOT NULL,
	"chapter_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"study_minutes" integer NOT NULL,
	"required_percent" integer,
	"starts_locked" boolean DEFAULT false NOT NULL,
	"resource_id" bigint,
	"simulation_id" bigint,
	"exam_id" bigint,
	CONSTRAINT "sections_tenant_id_section_id_pk" PRIMARY KEY("tenant_id","section_id")
);
--> statement-breakpoint
CREATE TABLE "tag_groups" (
	"tenant_id" bigint NOT NULL,
	"content_kind" text NOT NULL,
	"position" integer NOT NULL,
	"group_id" bigint NOT NULL,
	"title" text NOT NULL,
	"title_en" text,
	"title_ja" text,
	CONSTRAINT "tag_groups_tenant_id_content_kind_position_pk" PRIMARY KEY("tenant_id","content_kind","position")
);
--> statement-breakpoint
CREATE TABLE "tag_values" (
	"tenant_id" bigint NOT NULL,
	"value_id" bigint NOT NULL,
	"group_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"title" text NOT NULL,
	"title_en" text,
	"title_ja" text,
	CONSTRAINT "tag_values_tenant_id_value_id_pk" PRIMARY KEY("tenant_id","value_id")
);
--> statement-breakpoint
CREATE TABLE "app_versions" (
	"tenant_id" bigint NOT NULL,
	"client" text NOT NULL,
	"system" text NOT NULL,
	"code" text NOT NULL,
	"content" text NOT NULL,
	"download_url" text NOT NULL,
	"released_at" timestamp with time zone NOT NULL,
	CONSTRAINT "app_versions_tenant_id_client_system_pk" PRIMARY KEY("tenant_id","client","system")
);
--> statement-breakpoint
CREATE TABLE "enrolments" (
	"tenant_id" bigint NOT NULL,
	"learner_id" bigint NOT NULL,
	"content_kind" text NOT NULL,
	"content_id" bigint NOT NULL,
	"plan_item_id" bigint DEFAULT 0 NOT NULL,
	"plan_id" bigint,
	"state" text DEFAULT 'notStarted' NOT NULL,
	"progress_percent" integer DEFAULT 0 NOT NULL,
	"sections_done" integer DEFAULT 0 NOT NULL,
	"sections_total" integer NOT NULL,
	"learned_minutes" integer DEFAULT 0 NOT NULL,
	"node_kind" text,
	"node_plan_item_id" bigint,
	"node_chapter_id" bigint,
	"node_section_id" bigint,
	"assigned_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"touched_at" timestamp with time zone NOT NULL,
	CONSTRAINT "enrolments_tenant_id_learner_id_content_kind_content_id_plan_item_id_pk" PRIMARY KEY("tenant_id","learner_id","content_kind","content_id","plan_item_id")
);
--> statement-breakpoint
CREATE TABLE "section_records" (
	"tenant_id" bigint NOT NULL,
	"learner_id" bigint NOT NULL,
	"plan_item_id" bigint DEFAULT 0 NOT NULL,
	"section_id" bigint NOT NULL,
	"course_id" bigint NOT NULL,
	"record_id" bigint NOT NULL,
	"state" text DEFAULT 'notStarted' NOT NULL,
	"locked" boolean NOT NULL,
	"learned_minutes" integer DEFAULT 0 NOT NULL,
	"score" double precision,
	"opened_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"passed_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "section_records_tenant_id_learner_id_plan_item_id_section_id_pk" PRIMARY KEY("tenant_id","learner_id","plan_item_id","section_id")
);
--> statement-breakpoint
CREATE TABLE "exam_assignments" (
	"tenant_id" bigint NOT NULL,
	"learner_id" bigint NOT NULL,
	"exam_id" bigint NOT NULL,
	"assigned_at" timestamp with time zone NOT NULL,
	CONSTRAINT "exam_assignments_tenant_id_learner_id_exam_id_pk" PRIMARY KEY("tenant_id","learner_id","exam_id")
);
--> statement-breakpoint
CREATE TABLE "exam_averages" (
	"tenant_id" bigint NOT NULL,
	"exam_id" bigint NOT NULL,
	"learners" integer NOT NULL,
	"score_sum" double precision NOT NULL,
	"used_ms_sum" bigint NOT NULL,
	"accuracy_sum" double precision NOT NULL,
	CONSTRAINT "exam_averages_tenant_id_exam_id_pk" PRIMARY KEY("tenant_id","exam_id")
);
--> statement-breakpoint
CREATE TABLE "exam_exclusions" (
	"tenant_id" bigint NOT NULL,
	"learner_id" bigint NOT NULL,
	"exam_id" bigint NOT NULL,
	CONSTRAINT "exam_exclusions_tenant_id_learner_id_exam_id_pk" PRIMARY KEY("tenant_id","learner_id","exam_id")
);
--> statement-breakpoint
CREATE TABLE "exam_standings" (
	"tenant_id" bigint NOT NULL,
	"learner_id" bigint NOT NULL,
	"exam_id" bigint NOT NULL,
	"place_id" bigint DEFAULT 0 NOT NULL,
	"attempts_used" integer DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"best_attempt_id" bigint,
	"best_score" double precision,
	"best_used_ms" bigint,
	"best_accuracy" double precision,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "exam_standings_tenant_id_learner_id_exam_id_place_id_pk" PRIMARY KEY("tenant_id","learner_id","exam_id","place_id")
);
--> statement-breakpoint
CREATE TABLE "exams" (
	"tenant_id" bigint NOT NULL,
	"exam_id" bigint NOT NULL,
	"title" text NOT NULL,
	"title_en" text,
	"title_ja" text,
	"kind" text NOT NULL,
	"origin" text NOT NULL,
	"for_everybody" boolean DEFAULT false NOT NULL,
	"subject_id" bigint,
	"subject_name" text NOT NULL,
	"company_name" text NOT NULL,
	"paper_id" bigint NOT NULL,
	"simulation_id" bigint,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"answer_minutes" integer NOT NULL,
	"attempts_allowed" integer,
	"pass_score" double precision NOT NULL,
	"total_score" double precision NOT NULL,
	"question_count" integer NOT NULL,
	"switch_rule" text DEFAULT 'none' NOT NULL,
	"switch_count_allowed" integer DEFAULT 0 NOT NULL,
	"switch_seconds_allowed" integer DEFAULT 0 NOT NULL,
	"matters" text,
	CONSTRAINT "exams_tenant_id_exam_id_pk" PRIMARY KEY("tenant_id","exam_id")
);
--> statement-breakpoint
CREATE TABLE "paper_questions" (
	"tenant_id" bigint NOT NULL,
	"paper_id" bigint NOT NULL,
	"question_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"score" double precision NOT NULL,
	CONSTRAINT "paper_questions_tenant_id_paper_id_question_id_pk" PRIMARY KEY("tenant_id","paper_id","question_id")
);
--> statement-breakpoint
CREATE TABLE "papers" (
	"tenant_id" bigint NOT NULL,
	"paper_id" bigint NOT NULL,
	"title" text NOT NULL,
	"subject_id" bigint,
	"total_score" double precision NOT NULL,
	"question_count" integer NOT NULL,
	"practical_group_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "papers_tenant_id_paper_id_pk" PRIMARY KEY("tenant_id","paper_id")
);
--> statement-breakpoint
CREATE TABLE "practical_groups" (
	"tenant_id" bigint NOT NULL,
	"paper_id" bigint NOT NULL,
	"group_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"title" text NOT NULL,
	"requirement" text NOT NULL,
	"score" double precision NOT NULL,
	CONSTRAINT "practical_groups_tenant_id_paper_id_group_id_pk" PRIMARY KEY("tenant_id","paper_id","group_id")
);
--> statement-breakpoint
CREATE TABLE "favourites" (
	"tenant_id" bigint NOT NULL,
	"learner_id" bigint NOT NULL,
	"content_kind" text NOT NULL,
	"content_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "favourites_tenant_id_learner_id_content_kind_content_id_pk" PRIMARY KEY("tenant_id","learner_id","content_kind","content_id")
);
--> statement-breakpoint
CREATE TABLE "banners" (
	"tenant_id" bigint NOT NULL,
	"banner_id" bigint NOT NULL,
	"terminal" text DEFAULT 'web' NOT NULL,
	"position" integer NOT NULL,
	"title" text NOT NULL,
	"picture_url" text NOT NULL,
	"leads_to" text NOT NULL,
	"content_id" bigint,
	"forward_url" text,
	CONSTRAINT "banners_tenant_id_banner_id_pk" PRIMARY KEY("tenant_id","banner_id")
);
--> statement-breakpoint
CREATE TABLE "floor_items" (
	"tenant_id" bigint NOT NULL,
	"floor_id" bigint NOT NULL,
	"item_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"caption" text NOT NULL,
	"picture_url" text NOT NULL,
	"leads_to" text NOT NULL,
	"content_id" bigint,
	"forward_url" text,
	CONSTRAINT "floor_items_tenant_id_floor_id_item_id_pk" PRIMARY KEY("tenant_id","floor_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "floors" (
	"tenant_id" bigint NOT NULL,
	"floor_id" bigint NOT NULL,
	"terminal" text DEFAULT 'web' NOT NULL,
	"position" integer NOT NULL,
	"layout" text NOT NULL,
	"left_title" text NOT NULL,
	"right_title" text,
	"right_title_url" text,
	CONSTRAINT "floors_tenant_id_floor_id_pk" PRIMARY KEY("tenant_id","floor_id")
);
--> statement-breakpoint
CREATE TABLE "credentials" (
	"tenant_id" bigint NOT NULL,
	"learner_id" bigint NOT NULL,
	"phc" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "credentials_tenant_id_learner_id_pk" PRIMARY KEY("tenant_id","learner_id")
);
--> statement-breakpoint
CREATE TABLE "learners" (
	"tenant_id" bigint NOT NULL,
	"learner_id" bigint NOT NULL,
	"account" text NOT NULL,
	"name" text NOT NULL,
	"phone" text,
	"email" text,
	"sex" text DEFAULT 'unknown' NOT NULL,
	"post" text,
	"work_number" text,
	"company_id" bigint,
	"department_id" bigint,
	"authorities" jsonb NOT NULL,
	"avatar_url" text,
	"extra_time_factor" double precision DEFAULT 1 NOT NULL,
	"disabled" boolean DEFAULT false NOT NULL,
	"ends_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "learners_tenant_id_learner_id_pk" PRIMARY KEY("tenant_id","learner_id")
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"tenant_id" bigint NOT NULL,
	"file_id" bigint NOT NULL,
	"learner_id" bigint NOT NULL,
	"content_type" text NOT NULL,
	"content_hash" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "uploads_tenant_id_file_id_pk" PRIMARY KEY("tenant_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "learning_path_courses" (
	"tenant_id" bigint NOT NULL,
	"path_id" bigint NOT NULL,
	"node_id" bigint NOT NULL,
	"course_id" bigint NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "learning_path_courses_tenant_id_path_id_node_id_course_id_pk" PRIMARY KEY("tenant_id","path_id","node_id","course_id")
);
--> statement-breakpoint
CREATE TABLE "learning_path_nodes" (
	"tenant_id" bigint NOT NULL,
	"path_id" bigint NOT NULL,
	"node_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "learning_path_nodes_tenant_id_path_id_node_id_pk" PRIMARY KEY("tenant_id","path_id","node_id")
);
--> statement-breakpoint
CREATE TABLE "learning_paths" (
	"tenant_id" bigint NOT NULL,
	"path_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"introduction" text NOT NULL,
	CONSTRAINT "learning_paths_tenant_id_path_id_pk" PRIMARY KEY("tenant_id","path_id")
);
--> statement-breakpoint
CREATE TABLE "message_recipients" (
	"tenant_id" bigint NOT NULL,
	"recipient_id" bigint NOT NULL,
	"learner_id" bigint NOT NULL,
	"message_id" bigint NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "message_recipients_tenant_id_recipient_id_pk" PRIMARY KEY("tenant_id","recipient_id")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"tenant_id" bigint NOT NULL,
	"message_id" bigint NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"sender" text NOT NULL,
	"file_name" text,
	"file_url" text,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "messages_tenant_id_message_id_pk" PRIMARY KEY("tenant_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "mistakes" (
	"tenant_id" bigint NOT NULL,
	"mistake_id" bigint NOT NULL,
	"learner_id" bigint NOT NULL,
	"source" text NOT NULL,
	"question_id" bigint NOT NULL,
	"question_kind" text NOT NULL,
	"subject_id" bigint NOT NULL,
	"attempt_id" bigint,
	"answer_id" bigint,
	"exam_id" bigint,
	"course_id" bigint,
	"section_id" bigint,
	"option_ids" text NOT NULL,
	"streak" integer DEFAULT 0 NOT NULL,
	"card" jsonb,
	"added_at" timestamp with time zone NOT NULL,
	"wrong_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "mistakes_tenant_id_mistake_id_pk" PRIMARY KEY("tenant_id","mistake_id")
);
--> statement-breakpoint
CREATE TABLE "notes" (
	"tenant_id" bigint NOT NULL,
	"note_id" bigint NOT NULL,
	"learner_id" bigint NOT NULL,
	"content_kind" text NOT NULL,
	"content_id" bigint NOT NULL,
	"plan_item_id" bigint,
	"chapter_id" bigint,
	"section_id" bigint,
	"resource_id" bigint,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"moment" double precision,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "notes_tenant_id_note_id_pk" PRIMARY KEY("tenant_id","note_id")
);
--> statement-breakpoint
CREATE TABLE "notice_reads" (
	"tenant_id" bigint NOT NULL,
	"notice_id" bigint NOT NULL,
	"reader" text NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "notice_reads_tenant_id_notice_id_reader_pk" PRIMARY KEY("tenant_id","notice_id","reader")
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"tenant_id" bigint NOT NULL,
	"notice_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"title_en" text,
	"title_ja" text,
	"language" text DEFAULT 'zh' NOT NULL,
	"content" text NOT NULL,
	"publisher" text NOT NULL,
	"released" boolean DEFAULT true NOT NULL,
	"shown_on" text DEFAULT 'both' NOT NULL,
	"file_name" text,
	"file_url" text,
	"read_count" integer DEFAULT 0 NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	CONSTRAINT "notices_tenant_id_notice_id_pk" PRIMARY KEY("tenant_id","notice_id")
);
--> statement-breakpoint
CREATE TABLE "plan_items" (
	"tenant_id" bigint NOT NULL,
	"plan_item_id" bigint NOT NULL,
	"plan_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"child_id" bigint NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "plan_items_tenant_id_plan_item_id_pk" PRIMARY KEY("tenant_id","plan_item_id")
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"tenant_id" bigint NOT NULL,
	"plan_id" bigint NOT NULL,
	"title" text NOT NULL,
	"title_en" text,
	"title_ja" text,
	"introduction" text NOT NULL,
	"cover_url" text NOT NULL,
	"cover_kind" text DEFAULT 'plain' NOT NULL,
	"one_title" text,
	"two_title" text,
	"study_hours" double precision NOT NULL,
	"credits" double precision NOT NULL,
	"teacher_name" text NOT NULL,
	"company_id" bigint,
	"company_name" text NOT NULL,
	"timed" boolean DEFAULT false NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"sequential" boolean DEFAULT false NOT NULL,
	"forbidden" boolean DEFAULT false NOT NULL,
	"certificate_template_id" bigint,
	"section_count" integer NOT NULL,
	"released_at" timestamp with time zone NOT NULL,
	CONSTRAINT "plans_tenant_id_plan_id_pk" PRIMARY KEY("tenant_id","plan_id")
);
--> statement-breakpoint
CREATE TABLE "post_map_members" (
	"tenant_id" bigint NOT NULL,
	"post_map_id" bigint NOT NULL,
	"learner_id" bigint NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	CONSTRAINT "post_map_members_tenant_id_post_map_id_learner_id_pk" PRIMARY KEY("tenant_id","post_map_id","learner_id")
);
--> statement-breakpoint
CREATE TABLE "post_map_skill_courses" (
	"tenant_id" bigint NOT NULL,
	"post_map_id" bigint NOT NULL,
	"skill_id" bigint NOT NULL,
	"course_id" bigint NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "post_map_skill_courses_tenant_id_post_map_id_skill_id_course_id_pk" PRIMARY KEY("tenant_id","post_map_id","skill_id","course_id")
);
--> statement-breakpoint
CREATE TABLE "post_map_skills" (
	"tenant_id" bigint NOT NULL,
	"post_map_id" bigint NOT NULL,
	"skill_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "post_map_skills_tenant_id_post_map_id_skill_id_pk" PRIMARY KEY("tenant_id","post_map_id","skill_id")
);
--> statement-breakpoint
CREATE TABLE "post_maps" (
	"tenant_id" bigint NOT NULL,
	"post_map_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"introduction" text NOT NULL,
	"learning_path_id" bigint,
	"join_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "post_maps_tenant_id_post_map_id_pk" PRIMARY KEY("tenant_id","post_map_id")
);
--> statement-breakpoint
CREATE TABLE "practice_sessions" (
	"tenant_id" bigint NOT NULL,
	"session_id" bigint NOT NULL,
	"learner_id" bigint NOT NULL,
	"subject_id" bigint NOT NULL,
	"label_value_ids" jsonb NOT NULL,
	"question_ids" jsonb NOT NULL,
	"answered_count" integer DEFAULT 0 NOT NULL,
	"correct_count" integer DEFAULT 0 NOT NULL,
	"drawn_at" timestamp with time zone NOT NULL,
	CONSTRAINT "practice_sessions_tenant_id_session_id_pk" PRIMARY KEY("tenant_id","session_id")
);
--> statement-breakpoint
CREATE TABLE "label_groups" (
	"tenant_id" bigint NOT NULL,
	"subject_id" bigint NOT NULL,
	"group_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"title" text NOT NULL,
	"title_en" text,
	"title_ja" text,
	CONSTRAINT "label_groups_tenant_id_subject_id_group_id_pk" PRIMARY KEY("tenant_id","subject_id","group_id")
);
--> statement-breakpoint
CREATE TABLE "label_values" (
	"tenant_id" bigint NOT NULL,
	"group_id" bigint NOT NULL,
	"value_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"title" text NOT NULL,
	"title_en" text,
	"title_ja" text,
	CONSTRAINT "label_values_tenant_id_group_id_value_id_pk" PRIMARY KEY("tenant_id","group_id","value_id")
);
--> statement-breakpoint
CREATE TABLE "option_statistics" (
	"tenant_id" bigint NOT NULL,
	"exam_id" bigint DEFAULT 0 NOT NULL,
	"question_id" bigint NOT NULL,
	"option_id" bigint NOT NULL,
	"choices" integer NOT NULL,
	CONSTRAINT "option_statistics_tenant_id_exam_id_question_id_option_id_pk" PRIMARY KEY("tenant_id","exam_id","question_id","option_id")
);
--> statement-breakpoint
CREATE TABLE "question_labels" (
	"tenant_id" bigint NOT NULL,
	"subject_id" bigint NOT NULL,
	"value_id" bigint NOT NULL,
	"question_id" bigint NOT NULL,
	"draw_key" double precision NOT NULL,
	CONSTRAINT "question_labels_tenant_id_question_id_value_id_pk" PRIMARY KEY("tenant_id","question_id","value_id")
);
--> statement-breakpoint
CREATE TABLE "question_options" (
	"tenant_id" bigint NOT NULL,
	"question_id" bigint NOT NULL,
	"option_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"content" text NOT NULL,
	"correct" boolean NOT NULL,
	CONSTRAINT "question_options_tenant_id_question_id_option_id_pk" PRIMARY KEY("tenant_id","question_id","option_id")
);
--> statement-breakpoint
CREATE TABLE "question_statistics" (
	"tenant_id" bigint NOT NULL,
	"exam_id" bigint DEFAULT 0 NOT NULL,
	"question_id" bigint NOT NULL,
	"answers" integer NOT NULL,
	"correct_answers" integer NOT NULL,
	CONSTRAINT "question_statistics_tenant_id_exam_id_question_id_pk" PRIMARY KEY("tenant_id","exam_id","question_id")
);
--> statement-breakpoint
CREATE TABLE "questions" (
	"tenant_id" bigint NOT NULL,
	"question_id" bigint NOT NULL,
	"subject_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"content" text NOT NULL,
	"analysis" text NOT NULL,
	"in_practice" boolean DEFAULT false NOT NULL,
	"draw_key" double precision NOT NULL,
	CONSTRAINT "questions_tenant_id_question_id_pk" PRIMARY KEY("tenant_id","question_id")
);
--> statement-breakpoint
CREATE TABLE "subject_categories" (
	"tenant_id" bigint NOT NULL,
	"category_id" bigint NOT NULL,
	"parent_id" bigint DEFAULT 0 NOT NULL,
	"level" integer NOT NULL,
	"position" integer NOT NULL,
	"title" text NOT NULL,
	"title_en" text,
	"title_ja" text,
	CONSTRAINT "subject_categories_tenant_id_category_id_pk" PRIMARY KEY("tenant_id","category_id")
);
--> statement-breakpoint
CREATE TABLE "subject_category_members" (
	"tenant_id" bigint NOT NULL,
	"category_id" bigint NOT NULL,
	"subject_id" bigint NOT NULL,
	CONSTRAINT "subject_category_members_tenant_id_category_id_subject_id_pk" PRIMARY KEY("tenant_id","category_id","subject_id")
);
--> statement-breakpoint
CREATE TABLE "subjects" (
	"tenant_id" bigint NOT NULL,
	"subject_id" bigint NOT NULL,
	"category_id" bigint,
	"position" integer NOT NULL,
	"title" text NOT NULL,
	"title_en" text,
	"title_ja" text,
	"single_count" integer DEFAULT 0 NOT NULL,
	"multiple_count" integer DEFAULT 0 NOT NULL,
	"judgement_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "subjects_tenant_id_subject_id_pk" PRIMARY KEY("tenant_id","subject_id")
);
--> statement-breakpoint
CREATE TABLE "learner_totals" (
	"tenant_id" bigint NOT NULL,
	"metric" text NOT NULL,
	"scope" text NOT NULL,
	"scope_id" bigint DEFAULT 0 NOT NULL,
	"learner_id" bigint NOT NULL,
	"value" bigint NOT NULL,
	"bucket" integer NOT NULL,
	CONSTRAINT "learner_totals_tenant_id_metric_scope_scope_id_learner_id_pk" PRIMARY KEY("tenant_id","metric","scope","scope_id","learner_id")
);
--> statement-breakpoint
CREATE TABLE "levels" (
	"tenant_id" bigint NOT NULL,
	"level_id" bigint NOT NULL,
	"name" text NOT NULL,
	"name_en" text NOT NULL,
	"name_ja" text NOT NULL,
	"points_needed" integer NOT NULL,
	CONSTRAINT "levels_tenant_id_level_id_pk" PRIMARY KEY("tenant_id","level_id")
);
--> statement-breakpoint
CREATE TABLE "points_ledger" (
	"tenant_id" bigint NOT NULL,
	"learner_id" bigint NOT NULL,
	"event" text NOT NULL,
	"points" integer NOT NULL,
	"course_id" bigint,
	"plan_id" bigint,
	"awarded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "points_ledger_tenant_id_learner_id_event_pk" PRIMARY KEY("tenant_id","learner_id","event")
);
--> statement-breakpoint
CREATE TABLE "rank_histogram" (
	"tenant_id" bigint NOT NULL,
	"metric" text NOT NULL,
	"scope" text NOT NULL,
	"scope_id" bigint DEFAULT 0 NOT NULL,
	"bucket" integer NOT NULL,
	"learners" integer NOT NULL,
	CONSTRAINT "rank_histogram_tenant_id_metric_scope_scope_id_bucket_pk" PRIMARY KEY("tenant_id","metric","scope","scope_id","bucket")
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"tenant_id" bigint NOT NULL,
	"review_id" bigint NOT NULL,
	"content_kind" text NOT NULL,
	"content_id" bigint NOT NULL,
	"learner_id" bigint NOT NULL,
	"stars" integer NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"reply_text" text,
	"replied_at" timestamp with time zone,
	CONSTRAINT "reviews_tenant_id_review_id_pk" PRIMARY KEY("tenant_id","review_id")
);
--> statement-breakpoint
CREATE TABLE "login_failures" (
	"tenant_id" bigint NOT NULL,
	"account" text NOT NULL,
	"failures" integer NOT NULL,
	"window_started_at" timestamp with time zone NOT NULL,
	"locked_until" timestamp with time zone,
	CONSTRAINT "login_failures_tenant_id_account_pk" PRIMARY KEY("tenant_id","account")
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"tenant_id" bigint NOT NULL,
	"outbox_id" bigint NOT NULL,
	"phone" text NOT NULL,
	"code" text NOT NULL,
	"purpose" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "outbox_tenant_id_outbox_id_pk" PRIMARY KEY("tenant_id","outbox_id")
);
--> statement-breakpoint
CREATE TABLE "request_limits" (
	"tenant_id" bigint NOT NULL,
	"subject" text NOT NULL,
	"window_started_at" timestamp with time zone NOT NULL,
	"hits" integer NOT NULL,
	CONSTRAINT "request_limits_tenant_id_subject_window_started_at_pk" PRIMARY KEY("tenant_id","subject","window_started_at")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"tenant_id" bigint NOT NULL,
	"token_hash" text NOT NULL,
	"refresh_hash" text NOT NULL,
	"learner_id" bigint NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"refresh_expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sessions_tenant_id_token_hash_pk" PRIMARY KEY("tenant_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "verification_codes" (
	"tenant_id" bigint NOT NULL,
	"code_id" bigint NOT NULL,
	"phone" text NOT NULL,
	"purpose" text NOT NULL,
	"code_hash" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"failed_tries" integer DEFAULT 0 NOT NULL,
	"verified_at" timestamp with time zone,
	"used_at" timestamp with time zone,
	CONSTRAINT "verification_codes_tenant_id_code_id_pk" PRIMARY KEY("tenant_id","code_id")
);
--> statement-breakpoint
CREATE TABLE "simulation_requests" (
	"tenant_id" bigint NOT NULL,
	"request_id" bigint NOT NULL,
	"learner_id" bigint NOT NULL,
	"simulation_id" bigint NOT NULL,
	"section_id" bigint,
	"exam_id" bigint,
	"plan_item_id" bigint DEFAULT 0 NOT NULL,
	"ticket_hash" text NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"reported_at" timestamp with time zone,
	"used_at" timestamp with time zone,
	CONSTRAINT "simulation_requests_tenant_id_request_id_pk" PRIMARY KEY("tenant_id","request_id")
);
--> statement-breakpoint
CREATE TABLE "simulation_results" (
	"tenant_id" bigint NOT NULL,
	"result_id" bigint NOT NULL,
	"request_id" bigint NOT NULL,
	"learner_id" bigint NOT NULL,
	"total_score" double precision NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone NOT NULL,
	"rows" jsonb NOT NULL,
	CONSTRAINT "simulation_results_tenant_id_result_id_pk" PRIMARY KEY("tenant_id","result_id")
);
--> statement-breakpoint
CREATE TABLE "simulation_tasks" (
	"tenant_id" bigint NOT NULL,
	"simulation_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"teaching_point" text NOT NULL,
	"task" text NOT NULL,
	"score" double precision NOT NULL,
	"question_id" bigint NOT NULL,
	CONSTRAINT "simulation_tasks_tenant_id_simulation_id_position_pk" PRIMARY KEY("tenant_id","simulation_id","position")
);
--> statement-breakpoint
CREATE TABLE "simulations" (
	"tenant_id" bigint NOT NULL,
	"simulation_id" bigint NOT NULL,
	"title" text NOT NULL,
	"platform" text NOT NULL,
	CONSTRAINT "simulations_tenant_id_simulation_id_pk" PRIMARY KEY("tenant_id","simulation_id")
);
--> statement-breakpoint
CREATE TABLE "study_ledger" (
	"tenant_id" bigint NOT NULL,
	"learner_id" bigint NOT NULL,
	"entry_id" bigint NOT NULL,
	"visit_id" bigint,
	"course_id" bigint NOT NULL,
	"section_id" bigint NOT NULL,
	"plan_item_id" bigint DEFAULT 0 NOT NULL,
	"from_at" timestamp with time zone NOT NULL,
	"to_at" timestamp with time zone NOT NULL,
	"counted_seconds" integer NOT NULL,
	"not_counted_seconds" integer DEFAULT 0 NOT NULL,
	"reason" text,
	CONSTRAINT "study_ledger_tenant_id_learner_id_entry_id_pk" PRIMARY KEY("tenant_id","learner_id","entry_id")
);
--> statement-breakpoint
CREATE TABLE "study_positions" (
	"tenant_id" bigint NOT NULL,
	"learner_id" bigint NOT NULL,
	"section_id" bigint NOT NULL,
	"resource_id" bigint NOT NULL,
	"position" double precision NOT NULL,
	"suspend_data" text,
	"seq" bigint NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "study_positions_tenant_id_learner_id_section_id_resource_id_pk" PRIMARY KEY("tenant_id","learner_id","section_id","resource_id")
);
--> statement-breakpoint
CREATE TABLE "study_visits" (
	"tenant_id" bigint NOT NULL,
	"visit_id" bigint NOT NULL,
	"learner_id" bigint NOT NULL,
	"section_id" bigint NOT NULL,
	"plan_item_id" bigint DEFAULT 0 NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"last_beat_at" timestamp with time zone,
	"counted_seconds" integer DEFAULT 0 NOT NULL,
	"reported_minutes" integer,
	"added_minutes" integer,
	CONSTRAINT "study_visits_tenant_id_visit_id_pk" PRIMARY KEY("tenant_id","visit_id")
);
--> statement-breakpoint
CREATE TABLE "companies" (
	"tenant_id" bigint NOT NULL,
	"company_id" bigint NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "companies_tenant_id_company_id_pk" PRIMARY KEY("tenant_id","company_id")
);
--> statement-breakpoint
CREATE TABLE "departments" (
	"tenant_id" bigint NOT NULL,
	"department_id" bigint NOT NULL,
	"company_id" bigint NOT NULL,
	"parent_id" bigint,
	"name" text NOT NULL,
	CONSTRAINT "departments_tenant_id_department_id_pk" PRIMARY KEY("tenant_id","department_id")
);
--> statement-breakpoint
CREATE TABLE "leases" (
	"tenant_id" bigint NOT NULL,
	"name" text NOT NULL,
	"holder" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "leases_tenant_id_name_pk" PRIMARY KEY("tenant_id","name")
);
--> statement-breakpoint
CREATE TABLE "markers" (
	"tenant_id" bigint NOT NULL,
	"name" text NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "markers_tenant_id_name_pk" PRIMARY KEY("tenant_id","name")
);
--> statement-breakpoint
CREATE TABLE "tenant_domains" (
	"tenant_id" bigint NOT NULL,
	"domain" text NOT NULL,
	"is_primary" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "tenant_domains_tenant_id_domain_pk" PRIMARY KEY("tenant_id","domain")
);
--> statement-breakpoint
CREATE TABLE "tenants" (
	"tenant_id" bigint NOT NULL,
	"name" text NOT NULL,
	"web_title" text NOT NULL,
	"logo_url" text NOT NULL,
	"theme_color" text NOT NULL,
	"case_number" text,
	"registration_open" boolean DEFAULT false NOT NULL,
	"edition" text DEFAULT 'standard' NOT NULL,
	"settings" jsonb NOT NULL,
	"welcome_title" text NOT NULL,
	"welcome_content" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "tenants_tenant_id_pk" PRIMARY KEY("tenant_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "answer_receipts_once" ON "answer_receipts" USING btree ("tenant_id","attempt_id","operation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "attempts_by_answer" ON "attempts" USING btree ("tenant_id","answer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "attempts_running" ON "attempts" USING btree ("tenant_id","learner_id","exam_id","place_id","plan_item_id") WHERE status = 'running';--> statement-breakpoint
CREATE INDEX "attempts_of_a_learner" ON "attempts" USING btree ("tenant_id","learner_id","exam_id","place_id","started_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "attempts_to_sweep" ON "attempts" USING btree ("deadline_at") WHERE status = 'running';--> statement-breakpoint
CREATE INDEX "attempts_to_sweep_after_switches" ON "attempts" USING btree ("switch_exhausted_at") WHERE status = 'running';--> statement-breakpoint
CREATE UNIQUE INDEX "practical_details_by_id" ON "practical_details" USING btree ("tenant_id","detail_id");--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_once" ON "certificates" USING btree ("tenant_id","learner_id","content_kind","content_id");--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_by_number" ON "certificates" USING btree ("tenant_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_by_check_code" ON "certificates" USING btree ("tenant_id","check_code");--> statement-breakpoint
CREATE INDEX "certificates_newest_first" ON "certificates" USING btree ("tenant_id","learner_id","obtained_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "class_members_by_learner" ON "class_members" USING btree ("tenant_id","learner_id","class_id");--> statement-breakpoint
CREATE INDEX "chapters_of_a_course" ON "chapters" USING btree ("tenant_id","course_id","position");--> statement-breakpoint
CREATE INDEX "content_tags_by_value" ON "content_tags" USING btree ("tenant_id","content_kind","value_id","content_id");--> statement-breakpoint
CREATE INDEX "content_totals_by_rating" ON "content_totals" USING btree ("tenant_id","content_kind","rating" DESC NULLS FIRST,"content_id");--> statement-breakpoint
CREATE INDEX "content_totals_by_popularity" ON "content_totals" USING btree ("tenant_id","content_kind","join_count" DESC NULLS FIRST,"content_id");--> statement-breakpoint
CREATE INDEX "courses_latest" ON "courses" USING btree ("tenant_id","released_at" DESC NULLS FIRST,"course_id");--> statement-breakpoint
CREATE INDEX "sections_of_a_course" ON "sections" USING btree ("tenant_id","course_id","position");--> statement-breakpoint
CREATE INDEX "sections_of_an_exam" ON "sections" USING btree ("tenant_id","exam_id");--> statement-breakpoint
CREATE INDEX "tag_values_of_a_group" ON "tag_values" USING btree ("tenant_id","group_id","position");--> statement-breakpoint
CREATE INDEX "enrolments_newest_first" ON "enrolments" USING btree ("tenant_id","learner_id","content_kind","plan_item_id","touched_at" DESC NULLS FIRST,"content_id");--> statement-breakpoint
CREATE INDEX "enrolments_of_a_plan" ON "enrolments" USING btree ("tenant_id","learner_id","plan_id");--> statement-breakpoint
CREATE UNIQUE INDEX "section_records_by_id" ON "section_records" USING btree ("tenant_id","record_id");--> statement-breakpoint
CREATE INDEX "section_records_of_a_course" ON "section_records" USING btree ("tenant_id","learner_id","course_id","plan_item_id");--> statement-breakpoint
CREATE INDEX "exam_standings_ranked" ON "exam_standings" USING btree ("tenant_id","exam_id","best_score" DESC NULLS LAST,"best_used_ms","learner_id");--> statement-breakpoint
CREATE INDEX "exams_for_everybody" ON "exams" USING btree ("tenant_id","origin","for_everybody","starts_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "favourites_newest_first" ON "favourites" USING btree ("tenant_id","learner_id","content_kind","created_at" DESC NULLS FIRST,"content_id");--> statement-breakpoint
CREATE INDEX "banners_in_order" ON "banners" USING btree ("tenant_id","terminal","position");--> statement-breakpoint
CREATE INDEX "floors_in_order" ON "floors" USING btree ("tenant_id","terminal","position");--> statement-breakpoint
CREATE UNIQUE INDEX "learners_by_account" ON "learners" USING btree ("tenant_id","account");--> statement-breakpoint
CREATE INDEX "learners_by_phone" ON "learners" USING btree ("tenant_id","phone");--> statement-breakpoint
CREATE UNIQUE INDEX "uploads_by_content" ON "uploads" USING btree ("tenant_id","learner_id","content_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "message_recipients_once" ON "message_recipients" USING btree ("tenant_id","learner_id","message_id");--> statement-breakpoint
CREATE INDEX "message_recipients_newest_first" ON "message_recipients" USING btree ("tenant_id","learner_id","sent_at" DESC NULLS FIRST,"recipient_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "message_recipients_unread" ON "message_recipients" USING btree ("tenant_id","learner_id","sent_at" DESC NULLS FIRST) WHERE read_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "mistakes_once" ON "mistakes" USING btree ("tenant_id","learner_id","source","question_id");--> statement-breakpoint
CREATE INDEX "mistakes_in_the_book" ON "mistakes" USING btree ("tenant_id","learner_id","source","wrong_at" DESC NULLS FIRST,"mistake_id" DESC NULLS FIRST) WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "notes_of_a_section" ON "notes" USING btree ("tenant_id","learner_id","section_id","created_at" DESC NULLS FIRST,"note_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notes_of_a_content" ON "notes" USING btree ("tenant_id","learner_id","content_kind","content_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notices_newest_first" ON "notices" USING btree ("tenant_id","published_at" DESC NULLS FIRST,"notice_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notices_of_a_kind" ON "notices" USING btree ("tenant_id","kind","published_at" DESC NULLS FIRST,"notice_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "plan_items_in_order" ON "plan_items" USING btree ("tenant_id","plan_id","position");--> statement-breakpoint
CREATE INDEX "plan_items_by_child" ON "plan_items" USING btree ("tenant_id","kind","child_id");--> statement-breakpoint
CREATE INDEX "plans_latest" ON "plans" USING btree ("tenant_id","released_at" DESC NULLS FIRST,"plan_id");--> statement-breakpoint
CREATE INDEX "post_map_members_by_learner" ON "post_map_members" USING btree ("tenant_id","learner_id","post_map_id");--> statement-breakpoint
CREATE INDEX "practice_sessions_newest_first" ON "practice_sessions" USING btree ("tenant_id","learner_id","drawn_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "question_labels_to_draw" ON "question_labels" USING btree ("tenant_id","subject_id","value_id","draw_key");--> statement-breakpoint
CREATE INDEX "questions_to_draw" ON "questions" USING btree ("tenant_id","subject_id","in_practice","draw_key");--> statement-breakpoint
CREATE INDEX "subject_categories_below" ON "subject_categories" USING btree ("tenant_id","parent_id","position");--> statement-breakpoint
CREATE INDEX "learner_totals_ranked" ON "learner_totals" USING btree ("tenant_id","metric","scope","scope_id","value" DESC NULLS FIRST,"learner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_once" ON "reviews" USING btree ("tenant_id","content_kind","content_id","learner_id");--> statement-breakpoint
CREATE INDEX "reviews_newest_first" ON "reviews" USING btree ("tenant_id","content_kind","content_id","created_at" DESC NULLS FIRST,"review_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "outbox_by_time" ON "outbox" USING btree ("sent_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "request_limits_by_age" ON "request_limits" USING btree ("window_started_at");--> statement-breakpoint
CREATE INDEX "sessions_by_token" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_by_refresh" ON "sessions" USING btree ("refresh_hash");--> statement-breakpoint
CREATE INDEX "sessions_by_learner" ON "sessions" USING btree ("tenant_id","learner_id");--> statement-breakpoint
CREATE INDEX "sessions_by_end" ON "sessions" USING btree ("refresh_expires_at");--> statement-breakpoint
CREATE INDEX "verification_codes_by_phone" ON "verification_codes" USING btree ("tenant_id","phone","sent_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "simulation_requests_by_ticket" ON "simulation_requests" USING btree ("tenant_id","ticket_hash");--> statement-breakpoint
CREATE INDEX "simulation_requests_by_id" ON "simulation_requests" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "simulation_requests_newest_first" ON "simulation_requests" USING btree ("tenant_id","learner_id","simulation_id","issued_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "simulation_results_newest_first" ON "simulation_results" USING btree ("tenant_id","request_id","learner_id","finished_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "study_ledger_of_a_course" ON "study_ledger" USING btree ("tenant_id","learner_id","course_id","from_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "study_visits_open" ON "study_visits" USING btree ("tenant_id","learner_id","section_id","plan_item_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "study_visits_newest_first" ON "study_visits" USING btree ("tenant_id","learner_id","section_id","plan_item_id","started_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "tenant_domains_by_domain" ON "tenant_domains" USING btree ("domain","created_at");