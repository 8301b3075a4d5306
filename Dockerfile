# docker build -t referee . && docker run -it --rm -v referee:/home/player referee casual
FROM python:3.13-slim AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN pip wheel --no-cache-dir --no-deps -w /wheels .

FROM python:3.13-slim
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels pip install --no-cache-dir /wheels/*.whl
RUN useradd --create-home player
USER player
# Matches and settings are kept here.
WORKDIR /home/player
ENV LANG=C.UTF-8
ENTRYPOINT ["referee"]
