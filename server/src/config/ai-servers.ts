import { ConfigError } from '../config-error.ts'
import type { LocalAiPorts } from '../providers/local-ai/find-servers.ts'

/** The port of each server, from the setting's list. */
export function localAiPorts([ollama = 0, lmStudio = 0, llamaCpp = 0, vllm = 0]: number[]): LocalAiPorts {
  return { ollama, 'lm-studio': lmStudio, 'llama-cpp': llamaCpp, vllm }
}

/** Base URLs that users may enter. */
export function userBaseUrls(present: string[]): 'any' | string[] {
  if (present.includes('any')) return 'any'
  const isAddress = (url: string) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
  const wrong = present.find((url) => url !== 'none' && !isAddress(url))
  if (wrong !== undefined)
    throw new ConfigError('OPENAI_USER_BASE_URLS must be any, none, or a list of URLs such as https://api.openai.com/v1. See .env.example.')
  return present.filter((url) => url !== 'none').map((url) => url.replace(/\/+$/, ''))
}
