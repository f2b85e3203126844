import { BarePage } from '@/components/downloads/bare-page'
import { downloadMetadata, downloadPage } from '../../download-page'

export const dynamic = 'force-dynamic'
export const generateMetadata = downloadMetadata('AppFiresRS')
export default downloadPage('AppFiresRS', BarePage)
