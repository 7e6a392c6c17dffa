import { loadSharp } from '../kit/picture-library.ts'
import { PEOPLE, personById } from './people.ts'

const COLOURS = ['#7c5cff', '#e4572e', '#2a9d8f', '#c08a00']

/** A user's avatar: their initial on a colour of their own. */
export async function avatar(file: string): Promise<Response> {
  const person = personById(file.replace(/\.webp$/, ''))
  if (!person || !file.endsWith('.webp')) return new Response(null, { status: 404 })
  const at = PEOPLE.includes(person) ? PEOPLE.indexOf(person) : person.followers
  const letter = person.displayName.slice(0, 1)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100"><rect width="100" height="100" fill="${COLOURS[at % COLOURS.length]}"/><text x="50" y="52" dy=".3em" font-family="sans-serif" font-size="52" fill="#fff" text-anchor="middle">${letter}</text></svg>`
  const sharp = await loadSharp()
  const bytes = await sharp(Buffer.from(svg)).webp().toBuffer()
  return new Response(new Uint8Array(bytes), { headers: { 'content-type': 'image/webp', 'cache-control': 'max-age=7200' } })
}
