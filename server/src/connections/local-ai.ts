import type { LocalAi, LocalModel } from '@ninesixteen/shared/api/local-models'
import { AppError } from '@ninesixteen/shared/errors'
import type { Config } from '../config/config.ts'
import type { InstanceSettings } from '../instance-settings/instance-settings.ts'
import { findLocalServers, localBaseUrl } from '../providers/local-ai/find-servers.ts'
import { writers } from '../providers/local-ai/pick-model.ts'
import { chatTimeouts, createChat, type Chat, type ChatParts } from '../providers/openai/chat.ts'
import { askForOneWord } from './ask-for-one-word.ts'

export interface LocalAiDeps {
  config: Pick<Config, 'ai' | 'aiTimeouts' | 'localAiPorts'>
  settings: Pick<InstanceSettings, 'now'>
  log: ChatParts['log']
}

/** The model on this machine that the operator chose. */
export interface LocalAiService {
  /** The chosen model; null while the instance's AI server, or the sandbox, writes. */
  current(): LocalModel | null
  chat(model: LocalModel): Chat
  find(signal: AbortSignal): Promise<LocalAi>
  /** Throws unless the model is there now, and answers. */
  check(model: LocalModel, signal: AbortSignal): Promise<void>
}

export function createLocalAi({ config, settings, log }: LocalAiDeps): LocalAiService {
  const { localAiPorts: ports } = config
  const timeouts = chatTimeouts(config.aiTimeouts)
  /** Clients learn which features their server supports. */
  const chats = new Map<string, Chat>()
  // An AI server from the environment counts, whatever was chosen before.
  const isOffered = config.ai.sandbox
  const current = (): LocalModel | null => (isOffered ? settings.now().localModel : null)

  function chat({ server }: LocalModel): Chat {
    const known = chats.get(server) ?? createChat({ baseUrl: localBaseUrl(ports, server), apiKey: null }, { log, timeouts })
    chats.set(server, known)
    return known
  }

  return {
    current,
    chat,
    async find(signal) {
      if (!isOffered) return { isOffered, current: null, servers: [], proposed: null }
      const servers = await findLocalServers(ports, signal)
      const [first] = writers(servers.flatMap(({ server, models }) => models.map((model) => ({ ...model, server }))))
      return { isOffered, current: current(), servers, proposed: first ? { server: first.server, model: first.name } : null }
    },
    async check(chosen, signal) {
      const servers = isOffered ? await findLocalServers(ports, signal) : []
      const found = servers.find(({ server }) => server === chosen.server)?.models.some(({ name }) => name === chosen.model)
      if (!found) throw new AppError('AI_MODEL', { model: chosen.model })
      await askForOneWord(chat(chosen), chosen.model, signal)
    },
  }
}
