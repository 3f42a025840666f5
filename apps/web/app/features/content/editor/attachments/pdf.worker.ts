/** Parses a PDF beside the page: whatever a stranger made of it can hold up nothing else. */
import 'pdfjs-dist/build/pdf.worker.mjs';
