import { SHAPES, slideSchema, TEXT_STYLES } from '@ninesixteen/shared/slide/model'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { dressedSlides } from './dressed-slides.ts'
import { generatedSlides, styledSlides } from './generated-slides.ts'
import { createSequence } from './pictures.ts'
import { slidesInUploadedFont } from './uploaded-font.ts'

const TEXTS = [
  '5 habits that changed my life 🔥 in 30 days',
  'wake up at 6am 🌅 and drink water before coffee ☕️ every day — it’s worth it',
  'AVATAR Ty. Wo LT “quotes” ‘fi’ ﬁ ﬂ ffi … 1/2 ½ © ® ™ 50% @studio #goals',
  'family 👨‍👩‍👧‍👦 pride 🏳️‍🌈 trans 🏳️‍⚧️ flags 🇩🇪🇯🇵🇧🇷 keycap 1️⃣#️⃣ heart ❤️❤‍🔥',
  'tones 👍🏻👍🏼👍🏽👍🏾👍🏿 👩🏽‍💻 🧑🏿‍🚀 🤝🏽 people holding 🧑🏻‍🤝‍🧑🏿',
  'new ones 🫨 🛜 🪇 🪮 🫧 and a sequence nobody drew 🐈‍🔥‍🚀',
  'שלום עולם! 3 דרכים (פשוטות) לחסוך כסף עם Ninesixteen 🔥',
  'مرحبا بالعالم، ٥ عادات غيّرت حياتي 💪 in 2025',
  'नमस्ते दुनिया क्षत्रिय श्री ज़िंदगी',
  'สวัสดีชาวโลก ขอบคุณที่ติดตาม',
  'Жить — значит учиться. Ґанок Їжак Ўзбек',
  'Ελλάδα καλημέρα κόσμε ᾿Αθῆναι',
  'Tiếng Việt rất đẹp: Nguyễn Thị Ánh Tuyết',
  'zażółć gęślą jaźń · İstanbul ığüşöç · fjǫrðr · ő ű',
  'arrows → ← ↑ ↓ ⇒ checks ✓ ✗ ★ ☆ ♥ math ≠ ≤ ∞ √ ∑',
  'no glyphs: 𓀀𓂀 \u{10ffff} \ue000',
  '人生を変えた５つの朝の習慣「まとめ」、ちょっと長いけど読んでね！',
  '五个改变我生活的早晨习惯（收藏起来）',
  '五個改變我生活的早晨習慣：直接、骨頭、今天',
  '내 인생을 바꾼 다섯 가지 아침 습관, 지금 시작하세요',
  'ห้านิสัยยามเช้าที่เปลี่ยนชีวิตฉัน ดื่มน้ำก่อนกาแฟทุกวัน 🔥',
  'ຫ້ານິໄສຕອນເຊົ້າທີ່ປ່ຽນຊີວິດຂ້ອຍ',
  'ទម្លាប់ពេលព្រឹកប្រាំដែលផ្លាស់ប្តូរជីវិតខ្ញុំ',
  'ကျွန်တော့်ဘဝကိုပြောင်းလဲပေးခဲ့သောမနက်ခင်းအလေ့အကျင့်များ',
  'পাঁচটি সকালের অভ্যাস যা আমার জীবন বদলে দিয়েছে',
  'என் வாழ்க்கையை மாற்றிய ஐந்து காலைப் பழக்கங்கள் · నా జీవితాన్ని మార్చిన',
  'मारुं · મારું જીવન · ਪੰਜ ਸਵੇਰ ਦੀਆਂ · ನನ್ನ ಜೀವನ · എന്റെ ജീവിതം · ମୋ ଜୀବନ',
  'මගේ ජීවිතය · ሕይወቴን የቀየሩ · հինգ սովորություն · დილის ხუთი ჩვევა',
  'Donaudampfschifffahrtsgesellschaftskapitän und Rind\u00adfleisch\u00adetikettierungs\u00adgesetz',
  'Pneumonoultramicroscopicsilicovolcanoconiosis https://example.org/a/very/long/address?with=query',
  'line one\n\nline three after a gap\nx',
  'a\u0301e\u0302 combining, zero\u200bwidth, soft\u00adhyphen, no\u00a0break, tab\there',
  '🔥🔥🔥🔥🔥🔥🔥🔥🔥🔥🔥🔥🔥🔥🔥🔥🔥🔥🔥🔥',
]

const COLORS = ['white', 'white', 'white', 'black', '#ffd400', '#25f4ee', '#fe2c55']
const PHOTOS = ['lab/photo-1.jpg', 'lab/photo-2.jpg', 'lab/photo-3.jpg', null]
const PICTURES = ['lab/product.jpg', 'lab/logo.png', 'lab/small.png', 'lab/gone.jpg']

/** Slides that together cover everything the painter can draw, at odd positions and sizes. */
export function paritySlides(count: number): Slide[] {
  const next = createSequence(916)
  const between = (low: number, high: number): number => Math.round((low + next() * (high - low)) * 100) / 100
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T
  return Array.from({ length: count }, (_, index) => {
    const textBoxes = Array.from({ length: 4 }, (_unused, box) => ({
      id: `text${box}`,
      text: TEXTS[(index * 3 + box * 5) % TEXTS.length],
      x: between(-20, 80),
      y: between(box * 105 - 10, box * 105 + 40),
      width: between(60, 230),
      height: between(30, 110),
      fontSize: between(4, 20),
      color: pick(COLORS),
      fontWeight: Math.round(between(300, 900)),
    }))
    const imageBoxes = Array.from({ length: index % 3 }, (_unused, box) => ({
      id: `image${box}`,
      imageUrl: pick(PICTURES),
      x: between(-60, 200),
      y: between(-60, 400),
      width: between(20, index % 7 === 0 ? 600 : 200),
      height: between(20, 200),
      opacity: pick([1, 1, 0.5, 0.13]),
    }))
    return slideSchema.parse({
      id: `slide${index}`,
      textBoxes,
      imageBoxes,
      backgroundImage: PHOTOS[index % PHOTOS.length],
      logoImage: index % 4 === 1 ? 'lab/logo.png' : null,
      logoPosition: index % 8 === 1 ? { x: 108, y: 220, width: 40, height: 40 } : null,
      textStyle: TEXT_STYLES[index % TEXT_STYLES.length],
      brightness: Math.round(between(-10, 10)),
      contrast: Math.round(between(-10, 10)),
    })
  })
}

/** Typical slides: a photo, a headline, a body text, occasionally a logo. */
export function typicalSlides(count: number): Slide[] {
  return Array.from({ length: count }, (_, index) =>
    slideSchema.parse({
      id: `slide${index}`,
      backgroundImage: PHOTOS[index % 3],
      textStyle: TEXT_STYLES[index % 2],
      logoImage: index === count - 1 ? 'lab/logo.png' : null,
      textBoxes: [
        { id: 'headline', text: `${index + 1}. wake up at 6am 🌅 every single day`, y: 120, fontSize: 10, fontWeight: 800 },
        {
          id: 'body',
          text: 'drink water before coffee ☕️ and go outside for ten minutes — it’s worth it, even when it rains and nobody else is up',
          y: 210,
          height: 80,
        },
      ],
    }),
  )
}

/** One slide with ten boxes, for redraw measurements. */
export function fullSlide(): Slide[] {
  const textBoxes = Array.from({ length: 10 }, (_, index) => ({
    id: `text${index}`,
    text: 'drink water before coffee ☕️ and go outside for ten minutes, it’s worth it',
    x: 20 + 4 * index,
    y: 10 + 42 * index,
    fontSize: 8 + (index % 3),
    fontWeight: 400 + 100 * (index % 5),
  }))
  return [slideSchema.parse({ id: 'full', backgroundImage: 'lab/photo-1.jpg', textStyle: 'outline', textBoxes })]
}

/** One slide with thirty boxes of all kinds that are rotated and have a shadow, images over texts, for redraw measurements. */
export function fullLook(): Slide[] {
  const look = (index: number) => ({
    x: 4 + 84 * (index % 3),
    y: 6 + 44 * Math.floor(index / 3),
    width: 80,
    height: 36,
    rotation: 15 - (index % 7) * 5,
    shadow: { color: '#000000', opacity: 0.6, x: 0, y: 1, blur: 3 },
  })
  const textBoxes = Array.from({ length: 16 }, (_, index) => ({
    id: `text${index}`,
    text: index % 2 === 0 ? 'drink water' : 'go outside ☀️',
    ...look(index),
  }))
  const shapeBoxes = Array.from({ length: 8 }, (_, index) => ({
    id: `shape${index}`,
    shape: SHAPES[index % 5],
    fill: '#fe2c55',
    stroke: { color: '#ffffff', width: 2 },
    ...look(16 + index),
  }))
  const imageBoxes = Array.from({ length: 6 }, (_, index) => ({
    id: `image${index}`,
    imageUrl: PICTURES[index % 2],
    radius: 8,
    ...look(24 + index),
  }))
  const layers = [...textBoxes, ...shapeBoxes, ...imageBoxes].map(({ id }) => id)
  const slide = { id: 'full-look', backgroundImage: 'lab/photo-1.jpg', textStyle: 'outline', textBoxes, shapeBoxes, imageBoxes, layers }
  return [slideSchema.parse(slide)]
}

/** Keyed by the name under which the lab serves them. */
export const SLIDE_SETS: Record<string, readonly Slide[]> = {
  parity: paritySlides(40),
  generated: generatedSlides(300),
  styled: styledSlides(300),
  looks: styledSlides(40),
  dressed: dressedSlides(),
  uploaded: slidesInUploadedFont(20),
  typical: typicalSlides(10),
  full: fullSlide(),
  'full-look': fullLook(),
}
