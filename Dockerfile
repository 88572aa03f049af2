# syntax=docker/dockerfile:1

# Only the build stage needs the compiler and the bundler.
FROM node:24-bookworm-slim AS build
WORKDIR /app
# Manifests first, so that the install layer stays cached until they change.
COPY package.json package-lock.json ./
COPY sdk/package.json sdk/
COPY server/package.json server/
COPY server/bin server/bin
COPY web/package.json web/
RUN npm ci --no-audit --no-fund
COPY tsconfig.base.json tsconfig.json ./
COPY sdk sdk
COPY server server
COPY web web
RUN node_modules/.bin/tsc -b sdk server && npm run build -w server && npm run build -w web

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY sdk/package.json sdk/
COPY server/package.json server/
COPY server/bin server/bin
COPY web/package.json web/
RUN npm ci --omit=dev --no-audit --no-fund

FROM node:24-bookworm-slim
# An init process reaps PostgreSQL's orphaned processes; Node as process 1 would not.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends tini \
  && rm -rf /var/lib/apt/lists/* \
  && mkdir /data && chown node:node /data
WORKDIR /app
# Complete workspaces: dependencies with conflicting versions are in their own node_modules.
COPY --from=packages /app ./
COPY --from=build /app/sdk/dist sdk/dist
COPY --from=build /app/server/dist server/dist
COPY --from=build /app/server/assets server/assets
COPY --from=build /app/server/migrations server/migrations
COPY --from=build /app/web/dist web/dist
# The guides that /docs shows.
COPY docs/*.md docs/
COPY docs/connectors docs/connectors
RUN ln -s /app/server/bin/tributary.js /usr/local/bin/tributary
ENV NODE_ENV=production DATA_DIR=/data PORT=3000
# The Node image's own user. PostgreSQL refuses to run as root anyway.
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# Ready means that the database is available too.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "tributary"]
CMD ["start"]
