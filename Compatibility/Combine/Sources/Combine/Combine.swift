// OpenCombine with its parts for Dispatch and Foundation, under the name that code for Apple's systems imports.
@_exported import OpenCombineShim
