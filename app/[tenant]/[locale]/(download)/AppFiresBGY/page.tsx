import { BarePage } from '@/components/downloads/bare-page'
import { downloadMetadata, downloadPage } from '../../download-page'

export const dynamic = 'force-dynamic'
export const generateMetadata = downloadMetadata('AppFiresBGY')
export default downloadPage('AppFiresBGY', BarePage)
