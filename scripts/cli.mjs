#!/usr/bin/env node
// npm run --silent cli -- COMMAND: the public API from a terminal. Exits with 1 when the server refuses, 2 for a wrong command, 3 when it can't be reached.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { client, Failure } from './cli/api-client.mjs'
import { connect, refreshed } from './cli/sign-in.mjs'
import { saveSlideshow, say, TYPES } from './cli/save-slideshow.mjs'

const USAGE = `Usage: ninesixteen COMMAND [options]

  login                          connect this computer to an instance (with --key, asks for a key)
  companies                      list companies
  generate TOPIC                 write a slideshow, and with --out save its slides, video or PDF
  slideshows                     list slideshows
  render ID --out FOLDER         save the slides, video or PDF of a slideshow
  accounts                       list connected accounts
  schedule ID --to ACCOUNT,...   draft posts, or schedule them with --at
  posts                          list posts
  photos add FILE...             upload photos
  completion                     print a completion script for bash

Options
  --company NAME    of slideshows and photos
  --count N         number of slides
  --format FORMAT   9:16, 4:5, 3:4, 1:1 or 2:3
  --out FOLDER      where slides are saved
  --type TYPE       png (an image per slide, the default), jpeg, mp4 or pdf
  --seconds N       how long a video shows each slide
  --to ACCOUNTS     like @sandy.creates or PLATFORM:sandy.creates, separated by commas
  --option NAME=VALUE  an option of the platform, such as blog=moss; can be repeated
  --at TIME         now, or a moment like 2026-12-01T09:00:00Z; without it, posts are drafts
  --caption TEXT, --description TEXT
  --search WORDS
  --url URL         address of the instance; also NINESIXTEEN_URL
  --key             log in with an API key
  --json            print JSON

NINESIXTEEN_API_KEY, a key, comes before what login stored.
`
const COMMANDS = ['login', 'companies', 'generate', 'slideshows', 'render', 'accounts', 'schedule', 'posts', 'photos', 'completion']
const CONFIG = join(process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'ninesixteen', 'cli.json')
const usage = (message) => new Failure(`${message}\n\n${USAGE}`, 2)

const strings = ['company', 'count', 'format', 'out', 'type', 'seconds', 'to', 'at', 'caption', 'description', 'search', 'url']
const FLAGS = ['key', 'json', 'help']
function parse() {
  try {
    const options = Object.fromEntries(strings.map((name) => [name, { type: 'string' }]))
    return parseArgs({
      allowPositionals: true,
      options: {
        ...options,
        option: { type: 'string', multiple: true },
        ...Object.fromEntries(FLAGS.map((name) => [name, { type: 'boolean' }])),
      },
    })
  } catch (error) {
    throw usage(error.message)
  }
}

let positionals = []
let values = {}
let words = []

const stored = await readFile(CONFIG, 'utf8').then(JSON.parse, () => ({}))

async function main() {
  ;({ positionals, values } = parse())
  const [command, ...rest] = positionals
  words = rest
  if (values.help || command === undefined || command === 'help') return void process.stdout.write(USAGE)
  if (!COMMANDS.includes(command)) throw usage(`There is no command "${command}".`)
  if (values.type !== undefined && !TYPES.includes(values.type)) throw usage(`There is no type "${values.type}".`)
  if (command === 'completion') return void process.stdout.write(completion())
  const url = values.url ?? process.env.NINESIXTEEN_URL ?? stored.url ?? 'http://localhost:3000'
  if (command === 'login') return login(url)
  const key = process.env.NINESIXTEEN_API_KEY || (await credentialOf(url))
  const call = client({ url, key })
  const get = async (path) => (await call('GET', path)).json()
  await run[command]({ call, get })
}

function completion() {
  const options = [...strings, 'option', ...FLAGS].map((name) => `--${name}`)
  return `_ninesixteen() {
  local words="${[...COMMANDS, ...options].join(' ')}"
  if [ "\${COMP_WORDS[COMP_CWORD-1]}" = --type ]; then words="${TYPES.join(' ')}"; fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _ninesixteen ninesixteen
`
}

/** The key or token that login stored for this instance. */
async function credentialOf(url) {
  if (stored.url !== url) return undefined
  const { key, token } = await refreshed(stored, save)
  return key ?? token
}

async function save(config) {
  await mkdir(dirname(CONFIG), { recursive: true })
  await writeFile(CONFIG, JSON.stringify(config), { mode: 0o600 })
}

async function askKey(url) {
  const asking = createInterface({ input: process.stdin, output: process.stderr })
  const key = (await asking.question('API key: ')).trim()
  asking.close()
  await client({ url, key })('GET', '/companies')
  return { key }
}

async function login(url) {
  const credentials = values.key ? await askKey(url) : await connect(url, (text) => process.stderr.write(text))
  await save({ url, ...credentials })
  process.stderr.write(`Stored in ${CONFIG}.\n`)
}

/** Prints JSON, or a line for each row. */
function print(result, rows) {
  process.stdout.write(values.json ? `${JSON.stringify(result)}\n` : rows.map((cells) => `${cells.join('\t')}\n`).join(''))
}

async function companyId(get) {
  if (values.company === undefined) return null
  const { companies } = await get('/companies')
  const found = companies.find(({ id, name }) => id === values.company || name.toLowerCase() === values.company.toLowerCase())
  if (!found) throw new Failure(`There is no company "${values.company}".`, 1)
  return found.id
}

/** Where and how --out saves. */
const saveOptions = () => ({ format: '9:16', type: 'png', ...values })

/** The options of --option; yes and no are sent as true and false. */
function platformOptions() {
  const known = { yes: true, no: false }
  return Object.fromEntries(
    (values.option ?? []).map((pair) => {
      const [name, ...rest] = pair.split('=')
      const value = rest.join('=')
      return [name, Object.hasOwn(known, value) ? known[value] : value]
    }),
  )
}

/** The accounts that --to names, by platform and name. */
async function targets(get) {
  const { accounts } = await get('/accounts')
  return (values.to ?? '')
    .split(',')
    .filter(Boolean)
    .map((name) => {
      const [platform, username] = name.includes(':') ? name.split(':') : [null, name.replace(/^@/, '')]
      const found = accounts.filter((one) => one.username === username && (platform === null || one.platform === platform))
      if (found.length !== 1)
        throw new Failure(
          found.length === 0 ? `There is no account "${name}".` : `"${name}" has several accounts: write platform:${username}.`,
          1,
        )
      const options = { ...(values.format && { format: values.format }), ...platformOptions() }
      return { account_id: found[0].id, options }
    })
}

const run = {
  async companies({ get }) {
    const result = await get('/companies')
    print(
      result,
      result.companies.map(({ id, name }) => [id, name]),
    )
  },
  async slideshows({ get }) {
    const result = await get(`/slideshows?${new URLSearchParams({ search: values.search ?? '' })}`)
    print(
      result,
      result.slideshows.map(({ id, slide_count: count, title }) => [id, count, title]),
    )
  },
  async accounts({ get }) {
    const result = await get('/accounts')
    print(
      result,
      result.accounts.map(({ id, platform, username, state }) => [id, platform, `@${username}`, state]),
    )
  },
  async posts({ get }) {
    const result = await get('/posts')
    print(
      result,
      result.posts.map(({ id, platform, status, scheduled_at: at, caption }) => [id, platform, status, at ?? 'draft', caption]),
    )
  },
  async generate({ call, get }) {
    const topic = words.join(' ')
    if (topic === '') throw usage('generate needs a topic.')
    const count = values.count === undefined ? {} : { slide_count: Number(values.count) }
    const body = { topic, company_id: await companyId(get), ...count }
    let { slideshow_id: id, ...state } = await (await call('POST', '/slideshows/generate', { body, headers: { prefer: 'wait=5' } })).json()
    while (state.status === 'running') {
      say(`${state.slides} of ${state.wanted ?? '?'} slides written`)
      await wait(1000)
      state = await get(`/slideshows/${id}/generation`)
    }
    say('')
    if (state.notice) process.stderr.write(`${state.notice}\n`)
    const slideshow = await get(`/slideshows/${id}`)
    const files = values.out === undefined ? [] : await saveSlideshow({ call, get }, slideshow, saveOptions())
    print({ ...slideshow, files }, [[slideshow.id, slideshow.slide_count, slideshow.title]])
    if (state.status === 'failed') process.exitCode = 1
  },
  async render({ call, get }) {
    if (words.length !== 1 || values.out === undefined) throw usage('render needs the id of a slideshow, and --out.')
    const slideshow = await get(`/slideshows/${words[0]}`)
    const files = await saveSlideshow({ call, get }, slideshow, saveOptions())
    print(
      { ...slideshow, files },
      files.map((file) => [file]),
    )
  },
  async schedule({ call, get }) {
    if (words.length !== 1 || !values.to) throw usage('schedule needs the id of a slideshow, and --to.')
    const { caption = '', description = '', at = null } = values
    const body = { slideshow_id: words[0], targets: await targets(get), scheduled_at: at, caption, description }
    const result = await (await call('POST', '/posts', { body })).json()
    for (const { message } of result.problems) process.stderr.write(`${message}\n`)
    print(
      result,
      result.posts.map((post) => [post.id, post.platform, post.approval?.message ?? post.scheduled_at ?? 'draft', post.url]),
    )
  },
  async photos({ call, get }) {
    const [verb, ...files] = words
    if (verb !== 'add' || files.length === 0) throw usage('photos add needs files.')
    const company = await companyId(get)
    const added = []
    for (const [index, file] of files.entries()) {
      say(`Photo ${index + 1} of ${files.length}`)
      const query = new URLSearchParams({ filename: basename(file), ...(company && { company_id: company }) })
      const body = await readFile(file).catch((error) => Promise.reject(new Failure(`${file}: ${error.message}`, 2)))
      added.push(await (await call('POST', `/photos?${query}`, { body, type: 'application/octet-stream' })).json())
    }
    say('')
    print(
      { photos: added },
      added.map(({ photo, is_duplicate: isDuplicate }) => [photo.id, photo.filename, isDuplicate ? 'known' : 'added']),
    )
  },
}

try {
  await main()
} catch (error) {
  say('')
  process.stderr.write(`${error.message}\n`)
  process.exitCode = error instanceof Failure ? error.exitCode : 3
}
