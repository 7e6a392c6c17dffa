import { expect, test } from 'vitest'
import { billionsIn, writers } from './pick-model.ts'

test.each([
  ['3.2B', 3.2],
  ['268.10M', 0.2681],
  ['llama3.2:3b', 3],
  ['qwen2.5-7b-instruct', 7],
  ['mixtral:8x7b', 56],
  ['Meta-Llama-3.1-8B-Instruct-Q4_K_M.gguf', 8],
  ['phi4:latest', null],
  ['', null],
])('the size in "%s" is %s billion parameters', (text, billions) => {
  expect(billionsIn(text)).toBe(billions)
})

const named = (...names: string[]) => names.map((name) => ({ name, billions: billionsIn(name) }))

test('models that write no prose are left out', () => {
  const others = [
    'nomic-embed-text:latest bge-m3:567m text-embedding-3-small all-minilm:22m jina-reranker-v2:1b llava:7b moondream:1.8b qwen2.5vl:7b',
    'qwen2-vl-7b-instruct llama3.2-vision:11b qwen2.5-coder:7b codellama:7b deepseek-coder-v2:16b starcoder2:3b sqlcoder:7b whisper-large',
    'llama-guard3:8b shieldgemma:9b gpt-oss:120b-cloud',
  ].flatMap((line) => named(...line.split(' ')))
  expect(writers(others)).toEqual([])
  const prose = named('llama3.2:3b', 'gemma3:4b', 'mistral:7b', 'gpt-oss:20b')
  expect(writers(prose)).toEqual(prose)
})

test('the smallest model that keeps the thread comes first, then larger ones, unsized ones and tiny ones', () => {
  const order = writers(named('smollm2:360m', 'llama3.1:70b', 'phi4:latest', 'gemma3:1b', 'qwen3:8b', 'llama3.2:3b')).map(
    ({ name }) => name,
  )
  expect(order).toEqual(['llama3.2:3b', 'qwen3:8b', 'llama3.1:70b', 'phi4:latest', 'gemma3:1b', 'smollm2:360m'])
})
