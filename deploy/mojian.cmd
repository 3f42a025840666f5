@echo off
rem Runs Mojian from wherever this release was unpacked.
"%~dp0node\node.exe" --max-semi-space-size=4 --max-old-space-size=160 --no-concurrent-recompilation "%~dp0apps\server\build\mojian.js" %*
