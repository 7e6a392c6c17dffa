import { oc } from '@orpc/contract'
import { z } from 'zod'

/** Servers of AI models that run on the server's own machine, in the order of `LOCAL_AI_PORTS`. */
export const LOCAL_AI_SERVERS = ['ollama', 'lm-studio', 'llama-cpp', 'vllm'] as const
export type LocalAiServer = (typeof LOCAL_AI_SERVERS)[number]

export const LOCAL_AI_LABELS: Readonly<Record<LocalAiServer, string>> = {
  ollama: 'Ollama',
  'lm-studio': 'LM Studio',
  'llama-cpp': 'llama.cpp',
  vllm: 'vLLM',
}

const modelName = z.string().min(1).max(200)

/** A model on this machine, by its server and name. */
export const localModelSchema = z.object({ server: z.enum(LOCAL_AI_SERVERS), model: modelName })
export type LocalModel = z.infer<typeof localModelSchema>

const foundModelSchema = z.object({
  name: modelName,
  /** Billions of parameters; null if neither the server nor the name says. */
  billions: z.number().nullable(),
})
export type FoundModel = z.infer<typeof foundModelSchema>

export const localAiSchema = z.object({
  /** False where the operator has set up an AI server in the environment, which counts. */
  isOffered: z.boolean(),
  current: localModelSchema.nullable(),
  /** Running servers with their models that write text, the proposed one first. */
  servers: z.array(z.object({ server: z.enum(LOCAL_AI_SERVERS), models: z.array(foundModelSchema) })),
  /** The smallest model that writes well; null if none was found. */
  proposed: localModelSchema.nullable(),
})
export type LocalAi = z.infer<typeof localAiSchema>

/** For operators: the server asks fixed ports of its own machine, which users must not make it do. */
export const localModelsContract = {
  /** Looks for servers now. */
  find: oc.route({ method: 'GET', path: '/operator/local-models' }).output(localAiSchema),
  /** Uses one for all users except demos and trials, after it has answered a short request. */
  use: oc.route({ method: 'PUT', path: '/operator/local-model' }).input(localModelSchema).output(localModelSchema),
  /** The sandbox writes again. */
  stop: oc.route({ method: 'DELETE', path: '/operator/local-model', successStatus: 204 }).output(z.void()),
}
