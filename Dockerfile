# One image for both servers; compose.yaml says which of them a container is.
FROM node:24.21.0-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
ENV NEXT_TELEMETRY_DISABLED=1
# What only builds and tests stays behind. The rest may come from a checkout that others cannot read, and the servers are no root.
RUN npm run build && rm -rf .next/cache training-api/tests && npm prune --omit=dev \
  && chmod -R a+rX package.json package-lock.json next.config.mjs page-cache.mjs redis-link.mjs public lib telemetry scripts training-api

FROM node:24.21.0-slim
RUN apt-get update && apt-get install -y --no-install-recommends tini && rm -rf /var/lib/apt/lists/*
WORKDIR /app
# The heap stays small instead of growing with the machine, and what is freed goes back to it; a server that needs more says so by NODE_OPTIONS.
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 NODE_OPTIONS="--max-old-space-size=384 --max-semi-space-size=8" MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
COPY --from=build /app/package.json /app/package-lock.json /app/next.config.mjs /app/page-cache.mjs /app/redis-link.mjs ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/public ./public
COPY --from=build /app/lib ./lib
COPY --from=build /app/telemetry ./telemetry
COPY --from=build /app/scripts ./scripts
COPY --from=build /app/training-api ./training-api
# The only part of the program that it writes to: pages that it keeps.
COPY --from=build --chown=node:node /app/.next ./.next
RUN mkdir -p /data && chown node:node /data
USER node
ENV DATA_DIR=/data
ENTRYPOINT ["/usr/bin/tini", "--"]
# Connections are kept longer than the proxy in front keeps them, so that none is closed under a request.
CMD ["node", "node_modules/next/dist/bin/next", "start", "-p", "3000", "-H", "0.0.0.0", "--keepAliveTimeout", "75000"]
