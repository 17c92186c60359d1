# syntax=docker/dockerfile:1
# The server as a static program with TLS to PostgreSQL, run as an unprivileged user on an image that
# has nothing else. The release's binaries come from the stage `binary`.

FROM rust:1.95-slim-trixie AS build
# musl's compiler, and what builds OpenSSL.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends make musl-tools perl \
    && rm -rf /var/lib/apt/lists/* \
    && rustup target add "$(uname -m)-unknown-linux-musl"
WORKDIR /src
COPY . .
# What `wayfare --version` names as the commit.
ARG GIT_COMMIT="not recorded"
# The caches speed up later builds. They are not part of the image, so the binary is copied out.
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    target="$(uname -m)-unknown-linux-musl" \
    && cargo build --profile dist --locked --package wayfare --features tls-static --target "$target" \
    && install -D "target/$target/dist/wayfare" /image/usr/local/bin/wayfare \
    && install -d /image/var/lib/wayfare

FROM scratch AS binary
COPY --from=build /image/usr/local/bin/wayfare /wayfare

# The certificates of public authorities and time zones, 2 MB; no library and no shell.
FROM gcr.io/distroless/static-debian13:nonroot
COPY --from=build /image/usr/local/bin/wayfare /usr/local/bin/wayfare
# A new volume takes its owner from this folder.
COPY --from=build --chown=65532:65532 /image/var/lib/wayfare /var/lib/wayfare
USER 65532:65532
WORKDIR /var/lib/wayfare
ENV WAYFARE_LISTEN=0.0.0.0:8080 \
    WAYFARE_LOG_FORMAT=json
EXPOSE 8080
VOLUME ["/var/lib/wayfare"]
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
    CMD ["/usr/local/bin/wayfare", "healthcheck"]
ENTRYPOINT ["/usr/local/bin/wayfare"]
CMD ["serve"]
