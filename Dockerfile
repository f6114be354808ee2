# Stage 1 installs the libraries, so that pip's leftovers stay out of the image that runs.
FROM python:3.13-slim AS build
COPY requirements.txt .
RUN python -m venv /venv \
    && /venv/bin/pip install --no-cache-dir --requirement requirements.txt

FROM python:3.13-slim
RUN useradd --uid 10001 --create-home --shell /usr/sbin/nologin buraco \
    && install --directory --owner=buraco --group=buraco /data
COPY --from=build /venv /venv
# .dockerignore lets only the packages through.
COPY . /app
WORKDIR /app
ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DATABASE=/data/buraco.db \
    HEALTH_PORT=8080
USER buraco
VOLUME /data
# Asked from within the container: the port is open to itself alone.
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 \
    CMD ["python", "-m", "bot", "health"]
# The exec form: SIGTERM reaches the bot, which then closes its matches' clocks and the database in order.
CMD ["python", "-m", "bot", "run"]
