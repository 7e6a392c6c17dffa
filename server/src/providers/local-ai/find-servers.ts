import { z } from 'zod'
import { LOCAL_AI_SERVERS, type FoundModel, type LocalAiServer } from '@ninesixteen/shared/api/local-models'
import { HttpError } from '../http-error.ts'
import { createFetch, type Fetch } from '../http.ts'
import { billionsIn, writers } from './pick-model.ts'

/** The port of each server on this machine. */
export type LocalAiPorts = Readonly<Record<LocalAiServer, number>>

/** A running server on this machine answers at once; anything else on the port is left alone soon. */
const LIMITS = { answerMs: 1500, silenceMs: 1000, wholeMs: 2500, bytes: 512 * 1024 }
const MODELS_MAX = 100

const name = z.string().min(1).max(200)
const size = z.number().positive().nullish().catch(null)

const ollamaSchema = z
  .object({
    models: z.array(
      z
        .object({ name, details: z.object({ parameter_size: z.string().nullish() }).nullish().catch(null) })
        .nullable()
        .catch(null),
    ),
  })
  .transform(({ models }) =>
    models.map((model) => model && { name: model.name, billions: billionsIn(model.details?.parameter_size ?? '') }),
  )

/** OpenAI's list; llama.cpp adds the number of parameters. */
const openAiSchema = z
  .object({
    data: z.array(
      z
        .object({ id: name, meta: z.object({ n_params: size }).nullish().catch(null) })
        .nullable()
        .catch(null),
    ),
  })
  .transform(({ data }) =>
    data.map((model) => model && { name: model.id, billions: model.meta?.n_params ? Math.round(model.meta.n_params / 1e8) / 10 : null }),
  )

const LISTS = {
  ollama: { path: '/api/tags', schema: ollamaSchema },
  'lm-studio': { path: '/v1/models', schema: openAiSchema },
  'llama-cpp': { path: '/v1/models', schema: openAiSchema },
  vllm: { path: '/v1/models', schema: openAiSchema },
} as const

/** The address of a server on this machine. No part of it comes from a user. */
const originOf = (ports: LocalAiPorts, server: LocalAiServer): string => `http://127.0.0.1:${ports[server]}`

/** The base URL of its chat API. */
export const localBaseUrl = (ports: LocalAiPorts, server: LocalAiServer): string => `${originOf(ports, server)}/v1`

export interface FoundServer {
  server: LocalAiServer
  /** Those that write prose, the smallest sensible one first. */
  models: FoundModel[]
}

/** The servers of AI models that run on this machine now. */
export async function findLocalServers(ports: LocalAiPorts, signal: AbortSignal): Promise<FoundServer[]> {
  const send = createFetch(LIMITS)
  const found = await Promise.all(
    LOCAL_AI_SERVERS.map(async (server) => {
      const models = await modelsOf(send, ports, { server, signal })
      return models && { server, models: writers(models) }
    }),
  )
  return found.filter((server) => server !== null)
}

/** Its models; null if no such server runs there. */
async function modelsOf(
  send: Fetch,
  ports: LocalAiPorts,
  { server, signal }: { server: LocalAiServer; signal: AbortSignal },
): Promise<FoundModel[] | null> {
  const { path, schema } = LISTS[server]
  try {
    const response = await send(`${originOf(ports, server)}${path}`, { signal })
    if (!response.ok) return null
    const listed = schema.safeParse(await response.json()).data
    if (!listed) return null
    const models = listed.filter((model) => model !== null).slice(0, MODELS_MAX)
    return models.map((model) => ({ ...model, billions: model.billions ?? billionsIn(model.name) }))
  } catch (error) {
    if (signal.aborted) throw error
    // Another program may use the port.
    if (error instanceof HttpError || error instanceof SyntaxError) return null
    throw error
  }
}
