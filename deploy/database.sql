-- Run once by PostgreSQL's image, on an empty volume (compose.yaml): the training API gets a role that owns its own database and may do
-- nothing else on the server. The password in .env becomes that role's; the superuser keeps none, and answers from inside the container
-- alone (docker compose exec postgres psql -U postgres).
\getenv password POSTGRES_PASSWORD
create role trainhall login password :'password';
create database trainhall owner trainhall;
revoke connect, temporary on database trainhall, postgres, template1 from public;
alter role current_user password null;
