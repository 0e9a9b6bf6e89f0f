// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";

/// @title Stickers
/// @notice An ERC-1155 for local chains: anybody may mint, and who mints an id first says where it is described.
contract Stickers is ERC1155("") {
    string public constant name = "Test Stickers";
    string public constant symbol = "STICKER";

    mapping(uint256 id => string) private uris;

    function mint(address to, uint256 id, uint256 amount, string calldata described) external {
        if (bytes(uris[id]).length == 0) uris[id] = described;
        _mint(to, id, amount, "");
    }

    function uri(uint256 id) public view override returns (string memory) {
        return uris[id];
    }
}
