// Reference images of slides in every script, small and in greyscale.
// `node server/src/testing/script-goldens.ts` regenerates them; review each before committing.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EXPORT_HEIGHT, EXPORT_WIDTH, slideSchema, type TextStyle } from '@ninesixteen/shared/slide/model'
import sharp from 'sharp'
import { loadShaper } from '../rendering/asset-files.ts'
import { createSlidePainter } from '../rendering/slide-pixels.ts'

const ASSETS = join(import.meta.dirname, '../../../shared/generated/painter')
export const GOLDENS = join(import.meta.dirname, 'goldens')

/** Downscaling factor: each pixel is the mean of a square with this side. */
const SHRUNK = 3

interface GoldenSlide {
  name: string
  style: TextStyle
  /** Drawn one below the other. */
  texts: readonly string[]
}

/** Texts on one slide must not influence each other's choice of Chinese glyphs. */
export const GOLDEN_SLIDES: readonly GoldenSlide[] = [
  {
    name: 'chinese-china',
    style: 'white-bg',
    texts: ['五个改变我生活的早晨习惯（收藏）', '直接、骨头、今天：每天起床先喝一杯水，然后再喝咖啡。'],
  },
  {
    name: 'chinese-taiwan',
    style: 'black-bg',
    texts: ['五個改變我生活的早晨習慣（收藏）', '直接、骨頭、今天：每天起床先喝一杯水，然後再喝咖啡。'],
  },
  {
    name: 'japanese',
    style: 'outline',
    texts: ['人生を変えた５つの朝の習慣', '直す、骨、今日。「コーヒーの前に、まず一杯の水を飲む」ちょっとだけ続けてみよう！'],
  },
  {
    name: 'korean',
    style: 'black-outline',
    texts: ['내 인생을 바꾼 다섯 가지 아침 습관', '커피를 마시기 전에 먼저 물 한 잔을 마셔 보세요. 생각보다 쉽습니다.'],
  },
  {
    name: 'thai-lao',
    style: 'white-bg',
    texts: ['ห้านิสัยยามเช้าที่เปลี่ยนชีวิตฉัน ดื่มน้ำก่อนกาแฟทุกวัน ซื้อที่นี่ป้ำ ๆ', 'ຫ້ານິໄສຕອນເຊົ້າທີ່ປ່ຽນຊີວິດຂ້ອຍ ດື່ມນ້ຳກ່ອນກາເຟທຸກມື້'],
  },
  {
    name: 'khmer-burmese',
    style: 'black-bg',
    texts: ['ទម្លាប់ពេលព្រឹកប្រាំដែលផ្លាស់ប្តូរជីវិតខ្ញុំ ផឹកទឹកមុនកាហ្វេរាល់ថ្ងៃ', 'ကျွန်တော့်ဘဝကိုပြောင်းလဲပေးခဲ့သောမနက်ခင်းအလေ့အကျင့်များ ကော်ဖီမသောက်ခင်ရေသောက်ပါ'],
  },
  {
    name: 'indic-north',
    style: 'white-bg',
    texts: [
      'सुबह की पाँच आदतें जिन्होंने मेरी ज़िंदगी बदल दी',
      'পাঁচটি সকালের অভ্যাস যা আমার জীবন বদলে দিয়েছে',
      'મારું જીવન બદલનાર પાંચ સવારની આદતો · ਪੰਜ ਸਵੇਰ ਦੀਆਂ ਆਦਤਾਂ · ମୋ ଜୀବନ',
    ],
  },
  {
    name: 'indic-south',
    style: 'black-bg',
    texts: [
      'என் வாழ்க்கையை மாற்றிய ஐந்து காலைப் பழக்கங்கள்',
      'నా జీవితాన్ని మార్చిన ఐదు ఉదయపు అలవాట్లు · ನನ್ನ ಜೀವನ ಬದಲಿಸಿದ ಐದು ಬೆಳಗಿನ ಅಭ್ಯಾಸಗಳು',
      'എന്റെ ജീവിതം മാറ്റിയ അഞ്ച് പ്രഭാത ശീലങ്ങൾ · මගේ ජීවිතය වෙනස් කළ උදෑසන පුරුදු',
    ],
  },
  {
    name: 'others',
    style: 'outline',
    texts: ['خمس عادات صباحية غيّرت حياتي · חמישה הרגלי בוקר', 'ሕይወቴን የቀየሩ አምስት የጠዋት ልማዶች · հինգ առավոտյան սովորություն · დილის ხუთი ჩვევა'],
  },
  {
    name: 'long-words',
    style: 'white-bg',
    texts: [
      'der Donaudampfschifffahrtsgesellschaftskapitän',
      'Rindfleisch\u00adetikettierungs\u00adüberwachungs\u00adaufgaben\u00adübertragungs\u00adgesetz',
    ],
  },
]

const BOX = { x: 38, width: 180, height: 110, fontSize: 10 } as const

function meanGrey(pixels: Uint8ClampedArray): Buffer {
  const [width, height] = [EXPORT_WIDTH / SHRUNK, EXPORT_HEIGHT / SHRUNK]
  const grey = Buffer.alloc(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0
      for (let i = 0; i < SHRUNK * SHRUNK; i++) {
        const at = ((y * SHRUNK + Math.floor(i / SHRUNK)) * EXPORT_WIDTH + x * SHRUNK + (i % SHRUNK)) * 4
        sum += (pixels[at] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at + 2] ?? 0)
      }
      grey[y * width + x] = Math.round(sum / (3 * SHRUNK * SHRUNK))
    }
  }
  return grey
}

/** Renders them in order, as raw grey values. */
export async function* renderGoldens(): AsyncGenerator<{ name: string; grey: Buffer }, void> {
  const paint = createSlidePainter(await loadShaper(ASSETS))
  for (const { name, style, texts } of GOLDEN_SLIDES) {
    const textBoxes = texts.map((text, index) => ({
      ...BOX,
      id: `box${index}`,
      text,
      y: 60 + 120 * index,
      fontWeight: index === 0 ? 800 : 400,
    }))
    const slide = slideSchema.parse({ id: name, textStyle: style, textBoxes })
    yield { name, grey: meanGrey((await paint({ slide, photo: null, images: new Map(), fonts: new Map() })).data) }
  }
}

if (process.argv[1] === import.meta.filename) {
  await mkdir(GOLDENS, { recursive: true })
  for await (const { name, grey } of renderGoldens()) {
    const raw = { width: EXPORT_WIDTH / SHRUNK, height: EXPORT_HEIGHT / SHRUNK, channels: 1 as const }
    await writeFile(join(GOLDENS, `${name}.png`), await sharp(grey, { raw }).png({ compressionLevel: 9 }).toBuffer())
  }
}
