import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { colorProfile, internationalText, packedText, plainText, png, zeros } from './png.ts'

/** Part of everything that must never be served. */
export const PAYLOAD = 'HOSTILE-PAYLOAD'

export interface HostileFile {
  name: string
  /** File name of the upload. */
  filename: string
  bytes: Buffer
  /** `refused` with a 4xx, or `encoded`: accepted as an image, of which only the pixels are stored. */
  fate: 'refused' | 'encoded'
}

type Entry = readonly [name: string, filename: string, bytes: Buffer | string]

const script = `<script>/*${PAYLOAD}*/alert(1)</script>`
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10" onload="alert('${PAYLOAD}')">${script}</svg>`
const xxe = `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd"><!ENTITY % p SYSTEM "http://127.0.0.1:9/${PAYLOAD}">%p;]>`

/** Text files that claim to be images. */
const TEXTS: readonly Entry[] = [
  ['an SVG with a script', 'a.svg', svg],
  ['an SVG called PNG', 'a.png', svg],
  ['an SVG behind a byte order mark and a declaration', 'a.png', `\ufeff<?xml version="1.0"?>\n<!-- -->\n${svg}`],
  ['an SVG that reads a file', 'a.svg', `<?xml version="1.0"?>${xxe}<svg xmlns="http://www.w3.org/2000/svg"><text>&e;</text></svg>`],
  ['an SVG with a page in it', 'a.jpg', `<svg xmlns="http://www.w3.org/2000/svg"><foreignObject>${script}</foreignObject></svg>`],
  [
    'an SVG that shows a picture from elsewhere',
    'a.svg',
    '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
  ],
  ['a packed SVG', 'a.svgz', gzipSync(svg)],
  ['a page', 'a.html', `<!doctype html>${script}`],
  ['a page called PNG', 'a.png', `<!doctype html>${script}`],
  ['a page called JPEG, with blanks in front', 'a.jpg', `\n\n   \t<html>${script}</html>`],
  ['an XHTML page', 'a.webp', `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${script}</html>`],
  ['XML that reads a file', 'a.xml', `<?xml version="1.0"?>${xxe}<x>&e;</x>`],
  ['a script', 'a.png', `alert('${PAYLOAD}')`],
  ['a PHP program', 'a.php.png', `<?php system('${PAYLOAD}'); ?>`],
  ['a settings file of a web server', '.htaccess', `AddType application/x-httpd-php .png # ${PAYLOAD}`],
  ['a web archive', 'a.mht', `MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n${script}`],
  ['a PDF with a script', 'a.pdf', `%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert\\('${PAYLOAD}'\\))>>>>endobj`],
  ['PostScript', 'a.eps', `%!PS-Adobe-3.0 EPSF-3.0\n(${PAYLOAD}) print`],
  ['a drawing script', 'a.mvg', `push graphic-context\nviewbox 0 0 9 9\nimage over 0,0 0,0 'https://127.0.0.1/${PAYLOAD}"|ls"'`],
  ['a conversion script', 'a.msl', `<?xml version="1.0"?><image><read filename="caption:${PAYLOAD}"/><write filename="/tmp/x"/></image>`],
  ['a GIF that is also a script', 'a.gif', `GIF89a/*${PAYLOAD}*/=1;alert(1);`],
  ['a bitmap that is also a script', 'a.bmp', `BM=1;/*${PAYLOAD}*/alert(1)//`],
  ['nothing', 'a.png', ''],
]

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const boxed = (brand: string, more = '') =>
  Buffer.concat([hex('00000018'), Buffer.from(`ftyp${brand}\0\0\0\0${more}`, 'latin1'), Buffer.from(PAYLOAD)])

/** Images and files of unsupported kinds. */
const OTHER_KINDS: readonly Entry[] = [
  [
    'a GIF with an archive behind it',
    'a.gif',
    Buffer.concat([
      hex('4749463839610100010000000021f90401000000002c00000000010001000002024401003b'),
      hex('504b0304'),
      Buffer.from(PAYLOAD),
    ]),
  ],
  ['an icon', 'a.ico', Buffer.concat([hex('000001000100101000000100200068040000'), Buffer.from(PAYLOAD)])],
  ['a cursor', 'a.cur', hex('00000200010010100000010020006804000016000000')],
  ['a TIFF', 'a.tif', hex('49492a0008000000010000010300010000000100000000000000')],
  ['a TIFF of the other byte order', 'a.png', hex('4d4d002a00000008000101000003000000010001000000000000')],
  [
    'a bitmap',
    'a.bmp',
    hex('424d3a0000000000000036000000280000000100000001000000010018000000000004000000130b0000130b00000000000000000000ffffff00'),
  ],
  ['a HEIC', 'a.heic', boxed('heic', 'mif1heic')],
  ['a HEIC called JPEG', 'a.jpg', boxed('mif1', 'mif1heic')],
  ['a video', 'a.mp4', boxed('isom', 'isomiso2')],
  ['a JPEG 2000', 'a.jp2', Buffer.concat([hex('0000000c6a5020200d0a870a'), Buffer.from(PAYLOAD)])],
  ['a JPEG XL', 'a.jxl', Buffer.concat([hex('ff0a'), Buffer.from(PAYLOAD)])],
  ['a Photoshop file', 'a.psd', Buffer.concat([Buffer.from('8BPS\0\x01'), Buffer.from(PAYLOAD)])],
  ['an OpenEXR file', 'a.exr', Buffer.concat([hex('762f3101'), Buffer.from(PAYLOAD)])],
  ['a ZIP', 'a.png', Buffer.concat([hex('504b0304140000000000'), Buffer.from(PAYLOAD)])],
  ['a program', 'a.png', Buffer.concat([hex('7f454c46020101'), Buffer.from(PAYLOAD)])],
  ['a Flash animation', 'a.swf', Buffer.concat([Buffer.from('FWS\x09'), Buffer.from(PAYLOAD)])],
  ['a sound', 'a.webp', Buffer.concat([Buffer.from('RIFF\x24\0\0\0WAVEfmt '), Buffer.from(PAYLOAD)])],
  ['the signature of a PNG alone', 'a.png', hex('89504e470d0a1a0a')],
  ['the signature of a JPEG and an SVG', 'a.jpg', Buffer.concat([hex('ffd8ff'), Buffer.from(svg)])],
  ['the signature of a PNG and a page', 'a.png', Buffer.concat([hex('89504e470d0a1a0a'), Buffer.from(script)])],
  ['the signature of a WebP and an SVG', 'a.webp', Buffer.concat([Buffer.from('RIFF\x24\0\0\0WEBPVP8 '), Buffer.from(svg)])],
  ['the brand of an AVIF and an SVG', 'a.avif', boxed('avif', `avifmif1${svg}`)],
]

/** Decompression bombs: small files that expand, by their header or their content. */
async function bombs(): Promise<Entry[]> {
  const small = sharp({ create: { width: 64, height: 64, channels: 3, background: '#456' } })
  const jpeg = await small.clone().jpeg().toBuffer()
  const webp = await small.clone().webp().toBuffer()
  const avif = await small.clone().avif({ effort: 0 }).toBuffer()
  return [
    ['a PNG of 16,000 x 16,000', 'a.png', png({ width: 16_000, height: 16_000 })],
    ['a PNG of 1 x 100,000,000', 'a.png', png({ width: 1, height: 100_000_000, pixels: zeros(1024) })],
    ['a PNG of 2,000,000,000 x 2,000,000,000', 'a.png', png({ width: 2_000_000_000, height: 2_000_000_000, pixels: zeros(1024) })],
    ['a JPEG that says 65,535 x 65,535', 'a.jpg', withSize(jpeg, jpeg.indexOf(hex('ffc0')) + 5, hex('ffffffff'))],
    ['a WebP that says 16,383 x 16,383', 'a.webp', withSize(webp, 26, hex('ff3fff3f'))],
    ['an AVIF that says 60,000 x 60,000', 'a.avif', withSize(avif, avif.indexOf('ispe') + 8, hex('0000ea600000ea60'))],
    ['a PNG without size', 'a.png', png({ width: 0, height: 0 })],
    ...(await costly()),
  ]
}

/** Images of up to 50 megapixels that cost a decoder far more than their size suggests. Most have all their pixels. */
async function costly(): Promise<Entry[]> {
  const flat = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#456' } })
  const progressive = await flat(64, 64).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer()
  const shallow = { pixels: zeros(1024) }
  const seeThrough = { color: 6, ...shallow } as const
  return [
    ['an AVIF of 49 megapixels in 1 kB', 'a.avif', await flat(7000, 7000).avif({ effort: 0 }).toBuffer()],
    ['an AVIF of 14 megapixels', 'a.avif', await flat(4000, 3500).avif({ effort: 0 }).toBuffer()],
    ['an AVIF of 12 megapixels and ten bits', 'a.avif', await flat(4000, 3000).avif({ effort: 0, bitdepth: 10 }).toBuffer()],
    ['a PNG of 50,000,000 x 1', 'a.png', png({ width: 50_000_000, height: 1 })],
    ['a PNG of 1 x 49,999,999', 'a.png', png({ width: 1, height: 49_999_999 })],
    ['a PNG of 20,001 x 2', 'a.png', png({ width: 20_001, height: 2 })],
    ['an interlaced PNG of 49 megapixels', 'a.png', png({ width: 7000, height: 7000, isInterlaced: true, ...seeThrough })],
    [
      'an interlaced PNG of 30 megapixels and 16 bits',
      'a.png',
      png({ width: 6000, height: 5000, depth: 16, isInterlaced: true, ...seeThrough }),
    ],
    [
      'a progressive JPEG of 48 megapixels in full color',
      'a.jpg',
      withSize(progressive, progressive.indexOf(hex('ffc2')) + 5, hex('17a01f80')),
    ],
    ['a JPEG with a side of 40,000', 'a.jpg', withSize(progressive, progressive.indexOf(hex('ffc2')) + 5, hex('00109c40'))],
  ]
}

/** Truncated images and images with wrong checksums. */
async function broken(): Promise<Entry[]> {
  const noise = Buffer.from(Array.from({ length: 90 * 90 * 3 }, (_, at) => (at * 7919) % 251))
  const drawn = sharp(noise, { raw: { width: 90, height: 90, channels: 3 } })
  const [jpeg, pngFile, webp] = await Promise.all([
    drawn.clone().jpeg().toBuffer(),
    drawn.clone().png().toBuffer(),
    drawn.clone().webp().toBuffer(),
  ])
  const half = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.byteLength / 2))
  return [
    // Half a JPEG has enough rows to be a photo.
    ['a fifth of a JPEG', 'a.jpg', jpeg.subarray(0, Math.floor(jpeg.byteLength / 5))],
    ['half a PNG', 'a.png', half(pngFile)],
    ['half a WebP', 'a.webp', half(webp)],
    ['a PNG whose pixels are noise', 'a.png', png({ width: 90, height: 90, pixels: Buffer.from(PAYLOAD) })],
  ]
}

/** Valid images with embedded content; only their pixels are stored. */
async function carriers(): Promise<Entry[]> {
  const drawn = sharp({ create: { width: 40, height: 30, channels: 3, background: '#a63' } })
  const exif = {
    IFD0: { ImageDescription: script, Artist: `<?php /*${PAYLOAD}*/ ?>`, Copyright: PAYLOAD },
    IFD3: { GPSLatitude: '48/1 8/1 0/1', GPSLongitude: '11/1 34/1 0/1' },
  }
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/">${script}</x:xmpmeta>`
  const tagged = drawn.clone().withExif(exif).withXmp(xmp)
  const plain = await drawn.clone().jpeg().toBuffer()
  const comment = Buffer.from(`<?php system('${PAYLOAD}'); ?>`)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(comment.byteLength + 2)
  const animated = await sharp([await drawn.clone().png().toBuffer(), await drawn.clone().negate().png().toBuffer()], {
    join: { animated: true },
  })
    .webp()
    .toBuffer()
  return [
    ['a JPEG with a script and a place in its EXIF', 'a.jpg', await tagged.clone().jpeg().toBuffer()],
    ['a PNG with a script and a place in its EXIF', 'a.png', await tagged.clone().png().toBuffer()],
    ['a WebP with a script and a place in its EXIF', 'a.webp', await tagged.clone().webp().toBuffer()],
    ['an AVIF with a script and a place in its EXIF', 'a.avif', await tagged.clone().avif({ effort: 0 }).toBuffer()],
    [
      'a JPEG with a program in its comment',
      'a.php',
      Buffer.concat([plain.subarray(0, 2), hex('fffe'), length, comment, plain.subarray(2)]),
    ],
    ['a JPEG with a page behind it', 'a.html', Buffer.concat([plain, Buffer.from(`<!doctype html>${script}`)])],
    ['a JPEG with an archive behind it', 'a.jar', Buffer.concat([plain, hex('504b0304'), Buffer.from(PAYLOAD)])],
    ['a JPEG with a PDF behind it', 'a.pdf', Buffer.concat([plain, Buffer.from(`%PDF-1.7 ${PAYLOAD}`)])],
    ['a PNG with a page behind it', 'a.svg', Buffer.concat([png({ width: 40, height: 30 }), Buffer.from(script)])],
    [
      'a PNG with a script in its text',
      'a.png',
      png({ width: 40, height: 30, chunks: [plainText('Comment', script), internationalText('XML:com.adobe.xmp', xmp)] }),
    ],
    ['a PNG whose color profile is a script', 'a.png', png({ width: 40, height: 30, chunks: [colorProfile(Buffer.from(script))] })],
    ['a moving WebP', 'a.webp', animated],
  ]
}

/** A PNG whose text chunk expands to 256 MB. Accepted or refused, the text is never fully unpacked. */
export const textBomb = () => png({ width: 40, height: 30, chunks: [packedText('Comment', zeros(256 * 1024 * 1024))] })

/** A PNG whose color profile expands to 256 MB. */
export const profileBomb = () => png({ width: 40, height: 30, chunks: [colorProfile(zeros(256 * 1024 * 1024))] })

/** More than sixty files, all generated here. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const refused = [...TEXTS, ...OTHER_KINDS, ...(await bombs()), ...(await broken())]
  const toHostileFile =
    (fate: HostileFile['fate']) =>
    ([name, filename, bytes]: Entry): HostileFile => ({ name, filename, bytes: Buffer.from(bytes), fate })
  return [...refused.map(toHostileFile('refused')), ...(await carriers()).map(toHostileFile('encoded'))]
}

function withSize(bytes: Buffer, at: number, size: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  size.copy(copy, at)
  return copy
}
