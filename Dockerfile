# syntax=docker/dockerfile:1

# What is built needs the compiler and the bundler; what runs needs neither.
FROM node:24-bookworm-slim AS build
WORKDIR /app
# Manifests first: as long as they stay the same, the installation comes from the cache.
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
RUN node_modules/.bin/tsc -b sdk server && npm run build -w web

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY sdk/package.json sdk/
COPY server/package.json server/
COPY server/bin server/bin
COPY web/package.json web/
RUN npm ci --omit=dev --no-audit --no-fund

FROM node:24-bookworm-slim
# PostgreSQL's processes need somebody who collects them when their parent ends: as process 1, Node would not.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends tini \
  && rm -rf /var/lib/apt/lists/* \
  && mkdir /data && chown node:node /data
WORKDIR /app
# Whole: what two workspaces need in different versions lies in folders of their own.
COPY --from=packages /app ./
COPY --from=build /app/sdk/dist sdk/dist
COPY --from=build /app/server/dist server/dist
COPY --from=build /app/server/assets server/assets
COPY --from=build /app/server/migrations server/migrations
COPY --from=build /app/web/dist web/dist
# The recipes that /llms.txt points to.
COPY docs/sdk.md docs/tracking.md docs/webhooks.md docs/
RUN ln -s /app/server/bin/tributary.js /usr/local/bin/tributary
ENV NODE_ENV=production DATA_DIR=/data PORT=3000
# The user whom the image of Node brings along. PostgreSQL refuses to run as root anyway.
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# Ready means that the database answers too.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "tributary"]
CMD ["start"]
