# syntax=docker/dockerfile:1
# The server as a container: built here with TLS to PostgreSQL, run as an ordinary user on little more than the C library.

FROM rust:1.95-slim-trixie AS build
# What the feature `tls` needs beyond Rust and a C compiler: OpenSSL's headers, and the tool that finds them.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends libssl-dev pkg-config \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
# The caches spare a second build what the first has done. The binary leaves its cache, which is no part of the image.
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    cargo build --release --locked --package wayfare-server --features tls \
    && install -D target/release/wayfare /image/usr/local/bin/wayfare \
    && install -d /image/var/lib/wayfare

# The C library, OpenSSL's libraries and the certificates of public authorities; no shell.
FROM gcr.io/distroless/cc-debian13:nonroot
COPY --from=build /image/usr/local/bin/wayfare /usr/local/bin/wayfare
# Its own to write: a volume that is mounted here first takes its owner from this folder.
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
